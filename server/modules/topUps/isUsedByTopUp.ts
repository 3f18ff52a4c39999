import type { MethodUse } from '../payments/methods/methodUse.ts';

/** Whether a top-up waits for a charge of this payment method. */
export const isUsedByTopUp: MethodUse = async (db, methodId) => {
  const topUp = await db
    .selectFrom('top_ups')
    .select('id')
    .where('payment_method_id', '=', methodId)
    .where('state', '=', 'requested')
    .limit(1)
    .executeTakeFirst();
  return topUp !== undefined;
};
