import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { openCase } from '../support/cases.ts';

export type ChargebackRow = Selectable<Database['chargebacks']>;

/** Opens a support case about a chargeback, once for each key. */
export async function openChargebackCase(
  work: UnitOfWork,
  { id, provider_id, payment_id, rental_id, user_id, state, due_by }: ChargebackRow,
  kind: 'chargeback' | 'chargebackChanged' | 'chargebackEvidence',
  key: string,
): Promise<void> {
  await openCase(work, {
    kind,
    key,
    userId: user_id,
    deadline: due_by,
    ...(rental_id && { rentalId: rental_id }),
    details: { chargeback: id, providerId: provider_id, paymentId: payment_id, state },
  });
}
