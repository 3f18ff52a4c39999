import { createHash } from 'node:crypto';
import type { BeginSetup, PaymentSetup } from '../../../../contract/payment.ts';
import { inTransaction } from '../../../db/database.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { ProblemError } from '../../../http/problem.ts';
import { refuseNewMethod } from './refuseNewMethod.ts';

/**
 * Gets the data with which the provider's own library in the app saves a payment method. The provider, not the server,
 * handles the idempotency key, because the answer contains a secret that the server must not store.
 *
 * @throws {ProblemError} accountBlocked, notFound if no setup is needed, paymentProviderUnavailable.
 */
export async function beginSetup(
  { db, settings, payments }: Pick<Dependencies, 'db' | 'settings' | 'payments'>,
  userId: string,
  requestKey: string,
  kind: BeginSetup['kind'],
): Promise<PaymentSetup> {
  await inTransaction(db, (trx) => refuseNewMethod(trx, settings, userId));
  const digest = createHash('sha256').update(`${userId}\n${requestKey}\n${kind}`).digest('hex');
  const setup = await payments.beginSetup({ key: `setup:${digest}`, customer: userId, kind });
  if (setup === null) throw new ProblemError('notFound');
  if (setup.outcome === 'unknown') {
    throw new ProblemError('paymentProviderUnavailable', { retryAfter: 2 });
  }
  return { id: setup.id, clientSecret: setup.clientSecret };
}
