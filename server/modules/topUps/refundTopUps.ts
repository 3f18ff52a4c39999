import type { Db, Trx } from '../../db/database.ts';
import type { Money } from '../../../contract/money.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { refuseLocked } from '../auth/accountLock.ts';
import { newPhoneUntil } from '../auth/newPhone.ts';
import { refuseFrozen } from '../chargebacks/freeze.ts';
import { chargedBackPayments } from '../chargebacks/refundable.ts';
import { topUpCharges } from '../payments/paymentQueries.ts';
import { lockWallet, readWallet } from '../wallet/wallet.ts';
import { beginTopUpRefund } from './beginTopUpRefund.ts';

type Rules = Pick<Settings, 'currency' | 'goCash'>;

/** The part of the top-up portion that can be refunded. It is null if the rules forbid refunds. */
export async function refundableAmount(
  db: Db | Trx,
  { currency, goCash }: Rules,
  userId: string,
): Promise<number | null> {
  if (!goCash.refundable) return null;
  const { topUp } = await readWallet(db, userId, currency);
  const charges = await refundableCharges(db, currency, userId).execute();
  return Math.min(topUp, netOf(charges));
}

function netOf(charges: readonly { captured: number; refunded: number }[]): number {
  return charges.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
}

/**
 * Refunds the top-up portion, and begins with the newest top-up. The amount leaves the wallet at once. The server calls
 * the provider after the commit.
 *
 * @param seen the amount of the refund that the app showed, if any.
 * @throws {ProblemError} notRefundable, accountFrozen, accountLocked, refundLater, or priceChanged if the refund
 * differs from `seen`.
 */
export async function refundTopUps(
  work: UnitOfWork,
  rules: Rules,
  userId: string,
  seen?: Money,
): Promise<void> {
  const { currency } = rules;
  if (!rules.goCash.refundable) throw new ProblemError('notRefundable');
  await refuseFrozen(work.trx, userId);
  await refuseLocked(work.trx, userId);
  await refuseNewPhone(work, userId);
  // Lock the rows before the query below. If that query took the locks itself, it would read the
  // joined rows as they were before the wait.
  await work.trx
    .selectFrom('top_ups')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const charges = await refundableCharges(work.trx, currency, userId).execute();
  let { topUp: left } = await lockWallet(work, userId, currency);
  if (left === 0 || charges.length === 0) throw new ProblemError('notRefundable');
  const whole = Math.min(left, netOf(charges));
  if (seen && (seen.amount !== whole || seen.currency !== currency)) {
    throw new ProblemError('priceChanged');
  }
  for (const charge of charges) {
    const amount = Math.min(left, charge.captured - charge.refunded);
    if (amount === 0) break;
    const { topUpId: id, bonus } = charge;
    const topUp = { id, user_id: userId, currency, amount: charge.amount, bonus };
    await beginTopUpRefund(work, topUp, charge, amount);
    left -= amount;
  }
}

async function refuseNewPhone({ trx, now }: UnitOfWork, userId: string): Promise<void> {
  const until = await newPhoneUntil(trx, userId, now);
  if (until === null) return;
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000);
  throw new ProblemError('refundLater', { retryAfter });
}

function refundableCharges(db: Db | Trx, currency: string, userId: string) {
  return (
    db
      .selectFrom(topUpCharges(db).as('charge'))
      .innerJoin('top_ups', 'top_ups.id', 'charge.top_up_id')
      .selectAll('charge')
      .select(['top_ups.id as topUpId', 'top_ups.bonus'])
      .where('top_ups.user_id', '=', userId)
      .where('charge.currency', '=', currency)
      .where('charge.state', '=', 'captured')
      // Skip charges with a refused refund, because support handles them.
      .where('charge.decline_reason', 'is', null)
      .whereRef('charge.refunded', '<', 'charge.captured')
      // The bank already has the money of these charges.
      .where('charge.id', 'not in', chargedBackPayments(db))
      .orderBy('top_ups.created_at', 'desc')
  );
}
