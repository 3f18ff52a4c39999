import { addMs } from '../../unitOfWork.ts';
import type { RentalRow } from '../rentalRecords/rentals.ts';

type Started = Pick<RentalRow, 'started_at' | 'created_at' | 'moved_seconds'>;

/**
 * The start of the times until the capture of the deposit and until the loss. Pauses and ended claims move this start.
 */
export function deadlineStart({ started_at, created_at, moved_seconds }: Started): Date {
  return addMs(started_at ?? created_at, moved_seconds * 1000);
}

/** When the deposit is captured. */
export function depositDueAt(rental: Started & Pick<RentalRow, 'tariff'>): Date {
  return addMs(deadlineStart(rental), rental.tariff.depositCaptureMinutes * 60_000);
}

/** When the rental ends as lost. */
export function lossDueAt(rental: Started & Pick<RentalRow, 'tariff'>): Date {
  return addMs(deadlineStart(rental), rental.tariff.lostMinutes * 60_000);
}

/** When the next of the two is due for a charger that is out. */
export function nextDeadline(rental: Started & Pick<RentalRow, 'tariff' | 'state'>): Date {
  return rental.state === 'charging' ? depositDueAt(rental) : lossDueAt(rental);
}
