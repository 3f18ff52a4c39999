import type { Db } from '../../../db/database.ts';

/** Whether the bank has accepted a hold or charge on this rider's card with this fingerprint. */
export async function hasPaidWith(db: Db, userId: string, fingerprint: string): Promise<boolean> {
  const accepted = await db
    .selectFrom('payments')
    .innerJoin('payment_methods', 'payment_methods.id', 'payments.payment_method_id')
    .select('payments.id')
    .where('payment_methods.user_id', '=', userId)
    .where('payment_methods.fingerprint', '=', fingerprint)
    .where('payments.provider_authorization', 'is not', null)
    .where('payments.decline_reason', 'is', null)
    .where('payments.state', 'not in', ['requested', 'unknown', 'actionRequired', 'declined'])
    .limit(1)
    .executeTakeFirst();
  return accepted !== undefined;
}
