import { addMs } from '../../db/unitOfWork.ts';
import type { RentalRow } from './rentals.ts';

type Started = Pick<RentalRow, 'started_at' | 'created_at' | 'moved_seconds'>;

/**
 * The time from which the deadlines of a rental count: the capture of the deposit, and the loss.
 * Pauses and ended claims move this time.
 */
export function deadlineStart({ started_at, created_at, moved_seconds }: Started): Date {
  return addMs(started_at ?? created_at, moved_seconds * 1000);
}

/** The time at which the server captures the deposit. */
export function depositDueAt(rental: Started & Pick<RentalRow, 'tariff'>): Date {
  return addMs(deadlineStart(rental), rental.tariff.depositCaptureMinutes * 60_000);
}

/** The time at which the rental ends as lost. */
export function lossDueAt(rental: Started & Pick<RentalRow, 'tariff'>): Date {
  return addMs(deadlineStart(rental), rental.tariff.lostMinutes * 60_000);
}

/** The time of the next deadline of a running rental: the capture of the deposit or the loss. */
export function nextDeadline(rental: Started & Pick<RentalRow, 'tariff' | 'state'>): Date {
  return rental.state === 'charging' ? depositDueAt(rental) : lossDueAt(rental);
}
