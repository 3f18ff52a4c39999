import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { beginRefund, type PaymentRow } from '../payments/moves.ts';
import { withdrawBonus, withdrawTopUp } from '../wallet/credits.ts';

interface RefundedTopUp {
  id: string;
  user_id: string;
  currency: string;
  amount: number;
  bonus: number;
}

/**
 * Takes a part of a top-up out of the wallet, and begins its refund to the card. Also takes the bonus of this part
 * back, as far as the balance allows. The server calls the provider after the commit. The caller must have locked the
 * top-up and the wallet.
 *
 * @throws if the top-up portion of the wallet is below the amount.
 */
export async function beginTopUpRefund(
  work: UnitOfWork,
  topUp: RefundedTopUp,
  charge: Pick<PaymentRow, 'id' | 'state' | 'refunded'>,
  amount: number,
): Promise<void> {
  const { id, user_id: userId, currency } = topUp;
  const total = charge.refunded + amount;
  const key = `topUpRefund:${id}:${total}`;
  await withdrawTopUp(work, { userId, currency, amount, reason: 'topUpRefund', key });
  await withdrawBonus(work, {
    userId,
    currency,
    // Take the difference of two rounded amounts. Then several partial refunds together take back
    // as much bonus as one refund of the whole top-up.
    amount: bonusOf(topUp, total) - bonusOf(topUp, charge.refunded),
    reason: 'topUpRefund',
    key: `${key}:bonus`,
  });
  await beginRefund(work, charge, amount);
}

/** The bonus that belongs to a part of a top-up. */
function bonusOf({ bonus, amount }: RefundedTopUp, part: number): number {
  return Math.floor((bonus * part) / amount);
}
