import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { notify } from '../notifications/notify.ts';
import type { PaymentRow } from '../payments/moves.ts';
import type { RentalRow } from '../rentalRecords/rentals.ts';
import { netCaptured } from './plan.ts';

/** Notifies the rider that the charger left its slot. */
export function notifyChargerOut(work: UnitOfWork, rental: RentalRow): Promise<void> {
  return notify(work, {
    ...aboutRental(rental),
    kind: 'chargerOut',
    stationId: rental.station_id,
    details: { slot: rental.slot },
  });
}

/** Notifies the rider that the charger is back, with the bill. */
export function notifyReturned(work: UnitOfWork, rental: RentalRow): Promise<void> {
  return notify(work, {
    ...aboutRental(rental),
    kind: 'returned',
    ...(rental.return_station_id && { stationId: rental.return_station_id }),
    details: { slot: rental.return_slot, amount: money(rental, rental.total ?? 0) },
  });
}

/** Notifies the rider that the charge at the end of the rental failed, once per state of the rental. */
export function notifyUnpaid(
  work: UnitOfWork,
  rental: RentalRow,
  payments: readonly PaymentRow[],
): Promise<void> {
  return notify(work, {
    ...aboutRental(rental),
    kind: 'unpaid',
    key: `${rental.id}:${rental.state}`,
    details: { amount: owed(rental, payments) },
  });
}

export function notifyReminder(
  work: UnitOfWork,
  rental: RentalRow,
  payments: readonly PaymentRow[],
  reminder: number,
): Promise<void> {
  return notify(work, {
    ...aboutRental(rental),
    kind: 'unpaidReminder',
    key: `${rental.id}:${reminder}`,
    details: { amount: owed(rental, payments) },
  });
}

export function notifyLost(work: UnitOfWork, rental: RentalRow): Promise<void> {
  return notify(work, {
    ...aboutRental(rental),
    kind: 'lost',
    details: { amount: money(rental, rental.total ?? 0) },
  });
}

/** Notifies the rider that a claim was refused, once for each claim. */
export function notifyClaimRefused(
  work: UnitOfWork,
  rental: RentalRow,
  claimId: string,
): Promise<void> {
  return notify(work, { ...aboutRental(rental), kind: 'claimRefused', key: claimId });
}

/** Notifies the rider that the lost charger came back, with the corrected bill. */
export function notifyFound(work: UnitOfWork, rental: RentalRow): Promise<void> {
  return notify(work, {
    ...aboutRental(rental),
    kind: 'found',
    details: { amount: money(rental, rental.total ?? 0) },
  });
}

export function aboutRental({ id, user_id }: RentalRow) {
  return { userId: user_id, rentalId: id, key: id };
}

function owed(rental: RentalRow, payments: readonly PaymentRow[]) {
  return money(rental, (rental.total ?? 0) - netCaptured(payments));
}

export function money({ tariff }: Pick<RentalRow, 'tariff'>, amount: number) {
  return { amount, currency: tariff.currency };
}
