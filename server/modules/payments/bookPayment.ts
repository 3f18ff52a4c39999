import type { UnitOfWork } from '../../unitOfWork.ts';
import * as bank from '../ledger/ledger.ts';
import {
  bookWalletCharge,
  bookWalletHold,
  bookWalletHoldEnded,
  bookWalletRefund,
} from '../wallet/bookWalletPayment.ts';
import type { PaymentRow } from './moves.ts';

/** The ledger entries of a payment's steps, for payments by a bank and by the rider's wallet. */
export function bookHold(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  return isWallet(payment) ? bookWalletHold(work, payment) : bank.bookHold(work, payment);
}

export function bookHoldTaken(
  work: UnitOfWork,
  payment: PaymentRow,
  captured: number,
): Promise<void> {
  return isWallet(payment)
    ? bookWalletHoldEnded(work, payment, captured)
    : bank.bookHoldTaken(work, payment, captured);
}

export function bookHoldReleased(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  return isWallet(payment)
    ? bookWalletHoldEnded(work, payment, 0)
    : bank.bookHoldReleased(work, payment);
}

export function bookCharge(work: UnitOfWork, payment: PaymentRow): Promise<void> {
  return isWallet(payment) ? bookWalletCharge(work, payment) : bank.bookCharge(work, payment);
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
    : bank.bookRefund(work, payment, amount, total);
}

function isWallet({ source }: PaymentRow): boolean {
  return source === 'goCash';
}
