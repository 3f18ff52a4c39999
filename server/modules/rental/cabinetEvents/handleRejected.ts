import type { CabinetEvent } from '../../../../contract/cabinet/messages.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import type { Report } from '../../cabinets/contact.ts';
import { openCase } from '../../support/cases.ts';
import { lockOpenRentalOfCharger } from '../../rentalRecords/rentals.ts';

/**
 * Opens a case for a return that the cabinet rejected, because the rider may believe that the charger is
 * back while the rental continues.
 */
export async function handleRejected(
  work: UnitOfWork,
  { event, station }: Report<Extract<CabinetEvent, { type: 'returnRejected' }>>,
): Promise<void> {
  const { charger, slot, reason } = event;
  const rental = charger === null ? null : await lockOpenRentalOfCharger(work, charger);
  await openCase(work, {
    kind: 'returnRejected',
    key: `${station.id}:${event.bootId}:${event.seq}`,
    stationId: station.id,
    details: { charger, slot, reason },
    ...(rental ? { rentalId: rental.id } : {}),
  });
}
