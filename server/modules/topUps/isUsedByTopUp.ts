import type { MethodUse } from '../payments/methods/removeMethod.ts';

/** Whether a top-up waits for a charge of this payment method. */
export const isUsedByTopUp: MethodUse = async (trx, methodId) => {
  const topUp = await trx
    .selectFrom('top_ups')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', '=', 'requested')
    .limit(1)
    .executeTakeFirst();
  return topUp !== undefined;
};
