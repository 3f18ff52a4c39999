import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import type { PaymentRow } from './moves.ts';

/** What payments need from their owner: a rental or a top-up. */
export interface PaidFor {
  /** Locks the owner's row, which also guards its payments. */
  lock(work: UnitOfWork, payment: PaymentRow): Promise<{ isOver: boolean }>;
  /** Continues the owner's process after a change of its payments. */
  doNextSteps(work: UnitOfWork, payment: PaymentRow): Promise<void>;
  /** Until when the payment may stay open; null if it has its own timer. */
  openUntil(payment: PaymentRow): Date | null;
  /** The number of the order or the top-up, as riders know it. */
  readNumber(db: Db, payment: PaymentRow): Promise<string>;
  /** A refund that the provider refused; `total` is the intended sum of refunds of the payment. */
  refundRefused(
    work: UnitOfWork,
    payment: PaymentRow,
    amount: number,
    total: number,
  ): Promise<void>;
  /**
   * Somebody refunded a captured payment in the provider's own pages: lowers what the payment paid
   * for. False if it is too early to do so.
   */
  refundedOutside(
    work: UnitOfWork,
    payment: PaymentRow,
    refund: { refund: string; amount: number },
  ): Promise<boolean>;
  /** Such a refund failed after it was booked: the rider is owed the money again. */
  outsideRefundFailed(
    work: UnitOfWork,
    payment: PaymentRow,
    refund: { refund: string; amount: number },
  ): Promise<void>;
}

/** The owner of a payment. */
export interface Owners {
  rental: PaidFor;
  topUp: PaidFor;
}
