import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { book } from '../ledger/ledger.ts';
import type { PaymentRow } from '../payments/moves.ts';
import { creditWallet, withdrawTopUp } from '../wallet/credits.ts';
import { topUpChangeOf } from '../wallet/movementQueries.ts';
import { lockWallet } from '../wallet/wallet.ts';

/**
 * Takes the GoCash of a top-up from the wallet, because the operator's staff refunded the top-up in the provider's own
 * web pages. Writes off the part that the rider has spent. The bonus stays, because support decides about it.
 */
export async function takeBackRefunded(
  work: UnitOfWork,
  { top_up_id, user_id: userId, currency }: PaymentRow,
  { refund, amount }: { refund: string; amount: number },
): Promise<boolean> {
  const { topUp } = await lockWallet(work, userId, currency);
  const left = Math.min(topUp, amount);
  const key = takenKey(top_up_id, refund);
  await withdrawTopUp(work, { userId, currency, amount: left, reason: 'topUpRefund', key });
  if (left < amount) {
    await book(work, {
      key: `writtenOff:${top_up_id}:${refund}`,
      rentalId: null,
      currency,
      entries: [{ debit: 'writtenOff', credit: 'topUps', amount: amount - left }],
    });
  }
  return true;
}

/**
 * Reverses the bookings of `takeBackRefunded`, because the refund in the provider's own web pages
 * failed. The withdrawn GoCash returns to the wallet. If a part was written off, the write-off is
 * reversed.
 */
export async function giveBackRefunded(
  work: UnitOfWork,
  { top_up_id, user_id: userId, currency }: PaymentRow,
  { refund, amount }: { refund: string; amount: number },
): Promise<void> {
  const taken = 0 - (await topUpChangeOf(work.trx, takenKey(top_up_id, refund)));
  await creditWallet(work, {
    userId,
    currency,
    topUp: taken,
    bonus: 0,
    reason: 'topUpRefund',
    key: `topUpRefundReturned:${top_up_id}:${refund}`,
  });
  if (taken < amount) {
    await book(work, {
      key: `writtenOffReturned:${top_up_id}:${refund}`,
      rentalId: null,
      currency,
      entries: [{ debit: 'topUps', credit: 'writtenOff', amount: amount - taken }],
    });
  }
}

function takenKey(topUpId: string | null, refund: string): string {
  return `topUpRefundOutside:${topUpId}:${refund}`;
}
