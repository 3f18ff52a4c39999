import { randomUUID } from 'node:crypto';
import type { StartTopUp } from '../../../contract/wallet.ts';
import { ProblemError } from '../../http/problem.ts';
import { makeReferenceNumber } from '../../ids/referenceNumber.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { refuseBlocked } from '../auth/blocks/blockedRiders.ts';
import { queueForUser } from '../auth/users.ts';
import { refuseFrozen } from '../chargebacks/freeze.ts';
import { ownMethod } from '../payments/methods/methods.ts';
import { askTopUpPayment } from '../payments/moves.ts';

/** The time after which a top-up without a result no longer prevents a new top-up. */
const pendingForMs = 10 * 60_000;

/**
 * Begins a top-up and requests its charge. The wallet gets the amount only after the provider confirms the charge.
 * Returns the top-up's id.
 *
 * @throws {ProblemError} amountNotOffered, priceChanged, paymentMethodNotFound, paymentInProgress, accountFrozen,
 * accountBlocked.
 */
export async function startTopUp(
  work: UnitOfWork,
  settings: Pick<Settings, 'currency' | 'goCash' | 'codeSecret'>,
  userId: string,
  { amount, bonus, paymentMethodId }: StartTopUp,
): Promise<string> {
  const { currency, goCash } = settings;
  const offer = goCash.offers.find((offered) => offered.amount === amount.amount);
  if (!offer || amount.currency !== currency) throw new ProblemError('amountNotOffered');
  if (offer.bonus !== bonus.amount || bonus.currency !== currency) {
    throw new ProblemError('priceChanged');
  }
  // With this lock, concurrent requests run one after the other, so that the second request finds the top-up of the
  // first.
  await queueForUser(work.trx, userId);
  await refuseFrozen(work.trx, userId);
  const { fingerprint } = await ownMethod(work.trx, userId, paymentMethodId);
  await refuseBlocked(work.trx, settings, userId, fingerprint);
  const pending = await work.trx
    .selectFrom('top_ups')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'requested')
    .where('created_at', '>', addMs(work.now, -pendingForMs))
    .executeTakeFirst();
  if (pending) throw new ProblemError('paymentInProgress');

  const topUp = {
    id: randomUUID(),
    user_id: userId,
    payment_method_id: paymentMethodId,
    currency,
    amount: offer.amount,
  };
  await work.trx
    .insertInto('top_ups')
    .values({
      ...topUp,
      number: makeReferenceNumber('T'),
      state: 'requested',
      bonus: offer.bonus,
      created_at: work.now,
    })
    .execute();
  await askTopUpPayment(work, topUp);
  return topUp.id;
}
