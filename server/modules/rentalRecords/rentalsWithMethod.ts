import type { RentalState } from '../../../contract/orders.ts';
import type { Db } from '../../db/database.ts';

/** Whether any rental in these states uses this payment method. */
export async function hasRentalWithMethod(
  db: Db,
  methodId: string,
  states: readonly RentalState[],
): Promise<boolean> {
  const rental = await db
    .selectFrom('rentals')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', 'in', [...states])
    .limit(1)
    .executeTakeFirst();
  return rental !== undefined;
}
