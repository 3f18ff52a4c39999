import type { Facts, RentalFact } from '../facts.ts';
import { billedMs, billOf, clockToleranceMs } from '../tariffBill.ts';
import type { ChargerTrip } from '../trips.ts';
import { endedByOperators } from './desk.ts';

/** The time for which an eject command is valid. */
const commandLifeMs = 30_000;

/**
 * Checks that each command ejected at most one charger, and that it ejected none after its expiry. A rental has one
 * eject command, and a second one if its rider reported that the charger does not charge.
 */
export function checkEjects({ fleet, riders, books }: Facts): string[] {
  const habits = new Map(fleet.habits.map((habit) => [habit.stationId, habit]));
  const freed = new Set(riders.freed);
  return books.rentals.flatMap((rental) => {
    const trips = fleet.trips.filter(({ rentalId }) => rentalId === rental.id);
    if (!habits.has(rental.stationId)) {
      return [`rental ${rental.number} is at a station without a cabinet`];
    }
    const found: string[] = [];
    // Some firmware executes a command that is repeated or has expired. The server cannot prevent
    // that.
    const ejected = new Set(
      trips
        .filter(({ stationId }) => habits.get(stationId)?.forgetsCommands !== true)
        .map(({ command }) => command),
    );
    const isRepeated = [...ejected].some(
      (command) => trips.filter((trip) => trip.command === command).length > 1,
    );
    const most = freed.has(rental.id) ? 2 : 1;
    if (isRepeated || ejected.size > most) {
      found.push(`rental ${rental.number} ejected ${trips.length} chargers`);
    }
    const late = trips.some(({ command, stationId, outAt }) => {
      const habit = habits.get(stationId);
      if (!habit?.hasRightClock || habit.ignoresExpiry) return false;
      const expiry = expiryOf(command, rental);
      return expiry !== null && outAt.getTime() > expiry + clockToleranceMs;
    });
    if (late) found.push(`rental ${rental.number} ejected a charger after the command had expired`);
    return found;
  });
}

/**
 * Returns the time at which a command of a rental expires. Returns null if this time is unknown, because the rental has
 * another command now.
 */
function expiryOf(command: string, rental: RentalFact): number | null {
  if (command === rental.ejectCommand) return rental.ejectExpiresAt?.getTime() ?? 0;
  // The id of a command for a second charger ends with the time of the command.
  const [, , orderedAt] = command.split(':');
  return orderedAt === undefined ? null : Number(orderedAt) + commandLifeMs;
}

/** Checks that the trips of one rider did not overlap. Rentals without a bill are ignored. */
export function checkOverlaps({ fleet, books }: Facts): string[] {
  const charged = books.rentals.filter(({ total }) => total !== null);
  const riders = new Set(charged.map(({ userId }) => userId));
  return [...riders].flatMap((rider) => {
    const trips = charged
      .filter(({ userId }) => userId === rider)
      .flatMap((rental) => tripOf(fleet.trips, rental) ?? [])
      .toSorted((a, b) => a.outAt.getTime() - b.outAt.getTime());
    return trips.flatMap((trip, index) => {
      const before = trips[index - 1];
      if (!before || (before.backAt && before.backAt <= trip.outAt)) return [];
      return [`${trip.charger} came out while its rider still had ${before.charger}`];
    });
  });
}

/** Checks the station of each return, and that the server does not date any return too late. */
export function checkReturns(facts: Facts): string[] {
  const { fleet, books } = facts;
  const byOperators = endedByOperators(facts);
  return books.rentals.flatMap((rental) => {
    const trip = tripOf(fleet.trips, rental);
    const { number, state, startedAt, returnedAt, returnStationId } = rental;
    if (state !== 'complete' || !startedAt || !returnedAt || !trip?.backAt) return [];
    // Skip the rental if the exchange of its charger failed: it is free, and another rider may have rented the charger
    // before the rental ended.
    if (rental.swap === 'failed') return [];
    const found: string[] = [];
    if (returnStationId !== trip.backStationId && !byOperators.has(rental.id)) {
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
 * Checks that no bill is too low. Skips a rental if the clock of one of its two cabinets is wrong. If the server
 * does not receive the report of a return, it assumes a return time that is never too late. So the rider may pay less
 * than the exact amount. Checks that this happens rarely.
 */
export function checkExactBills(facts: Facts): string[] {
  const { fleet, riders, books } = facts;
  const exact = exactStations(fleet);
  // Skip the rentals that are free because the charger did not charge. Also skip the rentals that
  // operators ended: the cases of these rentals name the station of the pick-up as the station of
  // the return.
  const other = new Set([...riders.freed, ...endedByOperators(facts)]);
  const bills = books.rentals.flatMap((rental) => {
    const trip = tripOf(fleet.trips, rental);
    if (rental.state !== 'complete' || !rental.returnedAt || !trip?.backAt) return [];
    if (other.has(rental.id)) return [];
    if (!exact.has(trip.stationId) || !exact.has(trip.backStationId ?? '')) return [];
    const { claimedAt } = rental;
    // If the rider claimed the return before the charger was back, the time of the claim replaces the time of the
    // return.
    const end = claimedAt && claimedAt < trip.backAt ? claimedAt : trip.backAt;
    const early = end.getTime() - rental.returnedAt.getTime();
    const least = lowestBill(rental, trip, end);
    return [{ rental, least, isEarly: early > clockToleranceMs }];
  });
  const early = bills.filter(({ isEarly }) => isEarly).length;
  return [
    ...bills
      .filter(
        ({ rental, least, isEarly }) =>
          !isEarly && (rental.total ?? least) + rental.waived + rental.loweredBySupport < least,
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

function lowestBill(rental: RentalFact, trip: ChargerTrip, backAt: Date): number {
  const ms = backAt.getTime() - trip.outAt.getTime();
  const shortest = Math.max(0, ms - 2 * clockToleranceMs);
  const isSame = trip.stationId === trip.backStationId;
  // Within the tolerance of the clocks, a return after the end of the grace time may still cost
  // nothing.
  return billOf(rental.tariff, billedMs(rental, shortest), isSame, shortest - clockToleranceMs);
}

/**
 * Returns the first trip of the rental with the rental's charger. If only other chargers came out, returns the first
 * trip of the rental. Returns undefined if no charger came out.
 */
export function tripOf(
  trips: readonly ChargerTrip[],
  { id, charger }: Pick<RentalFact, 'id' | 'charger'>,
): ChargerTrip | undefined {
  const own = trips.filter(({ rentalId }) => rentalId === id);
  return own.find((trip) => trip.charger === charger) ?? own[0];
}

function exactStations({ habits }: Facts['fleet']): ReadonlySet<string> {
  return new Set(
    habits.filter(({ hasRightClock }) => hasRightClock).map(({ stationId }) => stationId),
  );
}
