import type { Db } from '../../db/database.ts';
import type { ChargebackEvidence } from '../../providers/payments/provider.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import type { PaymentRow } from '../payments/moves.ts';

/**
 * `begun`: the refund has begun. `later`: the payment or its order is still in progress. `refused`: support must
 * decide.
 */
export type RefundOutcome = 'begun' | 'later' | 'refused';

/** The functions that chargebacks need from the owner of the payment, which is a rental or a top-up. */
export interface ChargedOwner {
  /**
   * Refunds everything that is left of the payment. Also lowers the bill of the rental, or takes
   * the GoCash of the top-up back.
   */
  refundPayment(work: UnitOfWork, payment: PaymentRow): Promise<RefundOutcome>;
  /** The data that proves the service, which is the rental or the top-up. Null while the service is in progress. */
  evidence(db: Db, payment: PaymentRow): Promise<Omit<ChargebackEvidence, 'terms'> | null>;
}

export interface ChargedOwners {
  rental: ChargedOwner;
  topUp: ChargedOwner;
}

export function ownerOf(owners: ChargedOwners, { rental_id }: PaymentRow): ChargedOwner {
  return rental_id ? owners.rental : owners.topUp;
}
