import type { UnitOfWork } from '../../db/unitOfWork.ts';
import * as ledger from '../ledger/ledger.ts';
import {
  bookWalletCharge,
  bookWalletHold,
  bookWalletHoldEnded,
  bookWalletRefund,
} from '../wallet/bookWalletPayment.ts';
import type { PaymentRow } from './moves.ts';

/*
 * Ledger entries for the steps of a payment. A payment from GoCash changes the rider's wallet. Any other
 * payment changes the money at the provider.
 */

export function bookHold(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  return isWallet(payment) ? bookWalletHold(work, payment) : ledger.bookHold(work, payment);
}

export function bookHoldCaptured(
  work: UnitOfWork,
  payment: PaymentRow,
  captured: number,
): Promise<void> {
  return isWallet(payment)
    ? bookWalletHoldEnded(work, payment, captured)
    : ledger.bookHoldCaptured(work, payment, captured);
}

export function bookHoldReleased(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  return isWallet(payment)
    ? bookWalletHoldEnded(work, payment, 0)
    : ledger.bookHoldReleased(work, payment);
}

export function bookCharge(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  return isWallet(payment) ? bookWalletCharge(work, payment) : ledger.bookCharge(work, payment);
}

/** `total` is the sum of all refunds of the payment, including this one. */
export function bookRefund(
  work: UnitOfWork,
  payment: PaymentRow,
  amount: number,
  total: number,
): Promise<void> {
  return isWallet(payment)
    ? bookWalletRefund(work, payment, amount, total)
    : ledger.bookRefund(work, payment, amount, total);
}

function isWallet({ source }: PaymentRow): boolean {
  return source === 'goCash';
}
