import type { Db } from '../../db/database.ts';
import type { ChargebackEvidence } from '../../providers/payments/provider.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import type { PaymentRow } from '../payments/moves.ts';

/** `later`: the payment or its order is still in progress. `refused`: support must decide. */
export type RefundOutcome = 'begun' | 'later' | 'refused';

/** What chargebacks need from the owner of the payment: a rental or a top-up. */
export interface ChargedOwner {
  /** Refunds the whole payment, together with what it paid. */
  refundPayment(work: UnitOfWork, payment: PaymentRow): Promise<RefundOutcome>;
  /** What proves the service; null while the service goes on. */
  evidence(db: Db, payment: PaymentRow): Promise<Omit<ChargebackEvidence, 'terms'> | null>;
}

export interface ChargedOwners {
  rental: ChargedOwner;
  topUp: ChargedOwner;
}

export function ownerOf(owners: ChargedOwners, { rental_id }: PaymentRow): ChargedOwner {
  return rental_id ? owners.rental : owners.topUp;
}
