import type { MethodUse } from '../payments/removeMethod.ts';
import { openStates } from './machine.ts';

/** Whether a rental that is open, or whose bill is being settled, charges this method. */
export const isUsedByRental: MethodUse = async (trx, methodId) => {
  const rental = await trx
    .selectFrom('rentals')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', 'in', [...openStates, 'settling', 'paying'])
    .limit(1)
    .executeTakeFirst();
  return rental !== undefined;
};
