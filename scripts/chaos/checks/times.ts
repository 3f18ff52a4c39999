import type { Facts, RentalFact } from '../facts.ts';
import { billOf, clockToleranceMs } from '../tariffBill.ts';
import type { ChargerTrip } from '../truth.ts';

/**
 * Checks that each rental ejected at most one charger, and no charger after the command had
 * expired.
 */
export function checkEjects({ truth, books }: Facts): string[] {
  const habits = new Map(truth.habits.map((habit) => [habit.stationId, habit]));
  return books.rentals.flatMap((rental) => {
    const trips = truth.outings.filter(({ rentalId }) => rentalId === rental.id);
    const habit = habits.get(rental.stationId);
    if (!habit) return [`rental ${rental.number} is at a station without a cabinet`];
    const found: string[] = [];
    // Some firmware executes a command that is repeated or has expired. The server cannot prevent
    // that.
    if (trips.length > 1 && !habit.forgetsCommands) {
      found.push(`rental ${rental.number} ejected ${trips.length} chargers`);
    }
    const expiry = rental.ejectExpiresAt?.getTime() ?? 0;
    const late = trips.filter(({ outAt }) => outAt.getTime() > expiry + clockToleranceMs);
    if (late.length > 0 && habit.hasRightClock && !habit.ignoresExpiry) {
      found.push(`rental ${rental.number} ejected a charger after the command had expired`);
    }
    return found;
  });
}

/** Checks that the rentals of one rider did not overlap. */
export function checkOverlaps({ truth, books }: Facts): string[] {
  const charged = books.rentals.filter(({ total }) => total !== null);
  const riders = new Set(charged.map(({ userId }) => userId));
  return [...riders].flatMap((rider) => {
    const trips = charged
      .filter(({ userId }) => userId === rider)
      .flatMap(({ id }) => tripOf(truth.outings, id) ?? [])
      .toSorted((a, b) => a.outAt.getTime() - b.outAt.getTime());
    return trips.flatMap((trip, index) => {
      const before = trips[index - 1];
      if (!before || (before.backAt && before.backAt <= trip.outAt)) return [];
      return [`${trip.charger} came out while its rider still had ${before.charger}`];
    });
  });
}

/**
 * Checks the station of each return, and that the server does not date a return later than it was.
 */
export function checkReturns({ truth, books }: Facts): string[] {
  return books.rentals.flatMap((rental) => {
    const trip = tripOf(truth.outings, rental.id);
    const { number, state, startedAt, returnedAt, returnStationId } = rental;
    if (state !== 'complete' || !startedAt || !returnedAt || !trip?.backAt) return [];
    const found: string[] = [];
    if (returnStationId !== trip.backStationId) {
      found.push(
        `rental ${number} ended at ${returnStationId}, but its charger is at ${trip.backStationId}`,
      );
    }
    // A rental with an uncertain start begins late, and it cannot end before its beginning.
    const latest = Math.max(trip.backAt.getTime(), startedAt.getTime());
    const late = returnedAt.getTime() - latest;
    if (late > clockToleranceMs) found.push(`rental ${number} ended ${late} ms after the return`);
    return found;
  });
}

/**
 * Checks the amount of each bill if the clocks of both cabinets are right. If the report of a
 * return is lost, the server dates the return early, in the rider's favour. This is allowed for
 * only a few returns.
 */
export function checkExactBills({ truth, books }: Facts): string[] {
  const exact = exactStations(truth);
  const bills = books.rentals.flatMap((rental) => {
    const trip = tripOf(truth.outings, rental.id);
    if (rental.state !== 'complete' || !rental.returnedAt || !trip?.backAt) return [];
    if (!exact.has(trip.stationId) || !exact.has(trip.backStationId ?? '')) return [];
    const { claimedAt } = rental;
    // A claim just before the return counts instead of the return.
    const end = claimedAt && claimedAt < trip.backAt ? claimedAt : trip.backAt;
    const early = end.getTime() - rental.returnedAt.getTime();
    const least = lowestBill(rental, trip, end);
    return [{ rental, least, isEarly: early > clockToleranceMs }];
  });
  const early = bills.filter(({ isEarly }) => isEarly).length;
  return [
    ...bills
      .filter(
        ({ rental, least, isEarly }) => !isEarly && (rental.total ?? least) + rental.waived < least,
      )
      .map(
        ({ rental, least }) =>
          `rental ${rental.number} is billed ${rental.total}, expected at least ${least}`,
      ),
    ...bills
      .filter(({ rental }) => rental.waived >= minimumCharge)
      .map(({ rental }) => `${rental.waived} of rental ${rental.number} is waived`),
    ...(early > Math.max(3, bills.length * mostEarlyReturns)
      ? [`${early} of ${bills.length} returns are dated early`]
      : []),
  ];
}

/** Stripe's minimum for a charge in US dollars, in cents. */
const minimumCharge = 50;

/** The largest share of returns that the server may date early. */
const mostEarlyReturns = 0.05;

function lowestBill({ tariff }: RentalFact, trip: ChargerTrip, backAt: Date): number {
  const ms = backAt.getTime() - trip.outAt.getTime();
  const shortest = Math.max(0, ms - 2 * clockToleranceMs);
  const isSame = trip.stationId === trip.backStationId;
  // Within the tolerance of the clocks, a return after the end of the grace time may still cost
  // nothing.
  return billOf(tariff, shortest, isSame, shortest - clockToleranceMs);
}

/** The first trip of the rental's charger. */
export function tripOf(trips: readonly ChargerTrip[], rentalId: string): ChargerTrip | undefined {
  return trips.find((trip) => trip.rentalId === rentalId);
}

function exactStations({ habits }: Facts['truth']): ReadonlySet<string> {
  return new Set(
    habits.filter(({ hasRightClock }) => hasRightClock).map(({ stationId }) => stationId),
  );
}
