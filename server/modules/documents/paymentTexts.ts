import type { OrderPayment } from '../../../contract/payment.ts';
import { fill, moneyText } from '../../text/textFormats.ts';
import type { Fact } from './documentModel.ts';
import { type Words } from './words.ts';

export function purposeText(
  { receipt, tracker }: Words,
  { purpose, includesUnlockFee = false }: OrderPayment,
): string {
  if (includesUnlockFee) return tracker.rental;
  const texts = {
    unlockFee: receipt.unlockFee,
    deposit: tracker.deposit,
    usage: receipt.usage,
    overdue: receipt.overdueFee,
    topUp: tracker.topUp,
  };
  return texts[purpose];
}

/** What happened to the hold with the deposit; null if no hold was placed. */
export function holdFact(words: Words, payments: readonly OrderPayment[]): Fact | null {
  const hold = payments.findLast(
    ({ purpose, state }) =>
      purpose === 'deposit' &&
      state !== 'declined' &&
      state !== 'requested' &&
      state !== 'actionRequired',
  );
  if (!hold) return null;
  const { receipt } = words;
  const label = hold.includesUnlockFee ? receipt.hold : receipt.holdDeposit;
  return { label, value: holdText(words, hold) };
}

function holdText(
  { receipt }: Words,
  { state, authorized, captured, refunded }: OrderPayment,
): string {
  const released = { ...authorized, amount: authorized.amount - captured.amount };
  switch (state) {
    case 'voided':
    case 'expired':
      return fill(receipt.released, { amount: moneyText(authorized) });
    case 'voiding':
      return fill(receipt.releasing, { amount: moneyText(authorized) });
    case 'refunding':
      return fill(receipt.refunding, { amount: moneyText(captured) });
    case 'captured':
    case 'refunded':
      if (refunded.amount > 0 && refunded.amount >= captured.amount) {
        return fill(receipt.refunded, { amount: moneyText(refunded) });
      }
      if (refunded.amount > 0) {
        const amounts = { taken: moneyText(captured), refunded: moneyText(refunded) };
        return fill(receipt.takenRefunded, amounts);
      }
      return released.amount > 0
        ? fill(receipt.taken, { taken: moneyText(captured), released: moneyText(released) })
        : fill(receipt.takenWhole, { amount: moneyText(captured) });
    default:
      return fill(receipt.held, { amount: moneyText(authorized) });
  }
}
