import type { Db } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import type { PaymentRow } from './moves.ts';

/** The functions that payments need from their owner, which is a rental or a top-up. */
export interface PaidFor {
  /** Locks the owner's row. This lock also protects the owner's payments. */
  lock(work: UnitOfWork, payment: PaymentRow): Promise<{ isOver: boolean }>;
  /** Continues the owner's process after a change of its payments. */
  doNextSteps(work: UnitOfWork, payment: PaymentRow): Promise<void>;
  /**
   * The time until which the payment may wait for an answer from the provider or the cardholder. It
   * is null if the rental or top-up has its own timer.
   */
  openUntil(payment: PaymentRow): Date | null;
  /** The number of the order or the top-up that riders see. */
  readNumber(db: Db, payment: PaymentRow): Promise<string>;
  /**
   * Handles a refund that the provider refused. `total` is the sum of the payment's refunds, including this refund.
   * Amounts are in minor units.
   */
  refundRefused(
    work: UnitOfWork,
    payment: PaymentRow,
    amount: number,
    total: number,
  ): Promise<void>;
  /**
   * Handles a refund that the operator's staff made in the provider's own web pages. A rental lowers its bill, and a
   * top-up takes its GoCash back. Returns false if this is not possible yet.
   */
  refundedOutside(
    work: UnitOfWork,
    payment: PaymentRow,
    refund: { refund: string; amount: number },
  ): Promise<boolean>;
  /**
   * Handles a refund that the operator's staff made in the provider's own web pages, and that
   * failed after the server had booked it. The operator owes the refunded amount to the rider
   * again.
   */
  outsideRefundFailed(
    work: UnitOfWork,
    payment: PaymentRow,
    refund: { refund: string; amount: number },
  ): Promise<void>;
}

/** The two kinds of owners. */
export interface Owners {
  rental: PaidFor;
  topUp: PaidFor;
}
