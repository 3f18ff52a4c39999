import type { Selectable } from 'kysely';
import type { WalletReason } from '../../../contract/wallet.ts';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { changeWallet } from './wallet.ts';
import { refundPortions, negative, paidPortions } from './portions.ts';

/**
 * A payment from GoCash. `captured` and `refunded` are the amounts before the booking, in minor
 * units.
 */
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

/** Books a hold of GoCash for an order. */
export function bookWalletHold(work: UnitOfWork, payment: WalletPayment): Promise<void> {
  return changeWallet(work, {
    ...about(payment),
    key: `walletHold:${payment.id}`,
    reason: reasonOf(payment),
    change: negative(paidPortions(payment, payment.amount)),
    against: 'walletHolds',
  });
}

/** Books the end of a hold: `captured` pays the order, and the rest returns to the rider. A hold can end only once. */
export function bookWalletHoldEnded(
  work: UnitOfWork,
  payment: WalletPayment,
  captured: number,
): Promise<void> {
  return changeWallet(work, {
    ...about(payment),
    key: `resolve:${payment.id}`,
    reason: payment.purpose === 'unlockFee' ? 'unlockFeeReleased' : 'paymentReleased',
    change: refundPortions(payment, payment.amount, captured),
    against: 'walletHolds',
    also: captured > 0 ? [{ debit: 'walletHolds', credit: 'receivable', amount: captured }] : [],
  });
}

/** Books a charge that had no hold. */
export function bookWalletCharge(work: UnitOfWork, payment: WalletPayment): Promise<void> {
  return changeWallet(work, {
    ...about(payment),
    key: `charge:${payment.id}`,
    reason: reasonOf(payment),
    change: negative(paidPortions(payment, payment.amount)),
    against: 'receivable',
  });
}

/** Books a refund of `amount`. `total` is the sum of all refunds of this payment, including `amount`. */
export function bookWalletRefund(
  work: UnitOfWork,
  payment: WalletPayment,
  amount: number,
  total: number,
): Promise<void> {
  const net = payment.captured - payment.refunded;
  return changeWallet(work, {
    ...about(payment),
    key: `refund:${payment.id}:${total}`,
    reason: 'rentalRefund',
    change: refundPortions(payment, net, net - amount),
    against: 'receivable',
  });
}

function about({ id, user_id, rental_id, currency }: WalletPayment) {
  return { userId: user_id, rentalId: rental_id, paymentId: id, currency };
}

function reasonOf({ purpose }: WalletPayment): WalletReason {
  return purpose === 'unlockFee' ? 'unlockFee' : 'usage';
}
