import type { Selectable } from 'kysely';
import type { WalletReason } from '../../../contract/wallet.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import { changeWallet } from './wallet.ts';
import { givenBack, negative, portionsKept } from './portions.ts';

/** A payment out of the wallet; `captured` and `refunded` are those before the step. */
type WalletPayment = Pick<
  Selectable<Database['payments']>,
  | 'id'
  | 'user_id'
  | 'rental_id'
  | 'purpose'
  | 'currency'
  | 'amount'
  | 'from_bonus'
  | 'captured'
  | 'refunded'
>;

/** An amount is set aside for an order. */
export function bookWalletHold(work: UnitOfWork, payment: WalletPayment): Promise<void> {
  return changeWallet(work, {
    ...about(payment),
    key: `walletHold:${payment.id}`,
    reason: takenFor(payment),
    change: negative(portionsKept(payment, payment.amount)),
    against: 'walletHolds',
  });
}

/** The hold is over: so much of it pays the order, the rest is the rider's again. A hold ends once. */
export function bookWalletHoldEnded(
  work: UnitOfWork,
  payment: WalletPayment,
  captured: number,
): Promise<void> {
  return changeWallet(work, {
    ...about(payment),
    key: `resolve:${payment.id}`,
    reason: payment.purpose === 'unlockFee' ? 'unlockFeeReleased' : 'paymentReleased',
    change: givenBack(payment, payment.amount, captured),
    against: 'walletHolds',
    also: captured > 0 ? [{ debit: 'walletHolds', credit: 'receivable', amount: captured }] : [],
  });
}

/** Paid at once, without a hold. */
export function bookWalletCharge(work: UnitOfWork, payment: WalletPayment): Promise<void> {
  return changeWallet(work, {
    ...about(payment),
    key: `charge:${payment.id}`,
    reason: takenFor(payment),
    change: negative(portionsKept(payment, payment.amount)),
    against: 'receivable',
  });
}

/** Given back; `total` is all that was given back of this payment so far, this refund included. */
export function bookWalletRefund(
  work: UnitOfWork,
  payment: WalletPayment,
  amount: number,
  total: number,
): Promise<void> {
  const kept = payment.captured - payment.refunded;
  return changeWallet(work, {
    ...about(payment),
    key: `refund:${payment.id}:${total}`,
    reason: 'rentalRefund',
    change: givenBack(payment, kept, kept - amount),
    against: 'receivable',
  });
}

function about({ user_id, rental_id, currency }: WalletPayment) {
  return { userId: user_id, rentalId: rental_id, currency };
}

function takenFor({ purpose }: WalletPayment): WalletReason {
  return purpose === 'unlockFee' ? 'unlockFee' : 'usage';
}
