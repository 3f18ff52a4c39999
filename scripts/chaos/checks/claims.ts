import type { Facts } from '../facts.ts';

/** A tariff has far deadlines if it captures the deposit after this number of minutes or later. */
const farMinutes = 24 * 60;

/**
 * Checks that a refused claim moves the deadlines of its rental by exactly the time in which the cost stood still.
 * Deadlines that are near may move further, because the rider must get a warning in time.
 */
export function checkRefusedClaims({ books }: Facts): string[] {
  return books.rentals.flatMap(({ id, number, tariff, movedSeconds }) => {
    const refused = books.claims.filter(
      ({ rentalId, state }) => rentalId === id && state === 'refused',
    );
    const stood = refused.reduce(
      (sum, { claimedAt, endedAt }) =>
        sum + Math.ceil(((endedAt ?? claimedAt).getTime() - claimedAt.getTime()) / 1000),
      0,
    );
    if (refused.length === 0 && movedSeconds > 0)
      return [`the deadlines of rental ${number} moved without a refused claim`];
    const isExact = tariff.depositCaptureMinutes >= farMinutes;
    if (movedSeconds >= stood && (!isExact || movedSeconds === stood)) return [];
    return [
      `the deadlines of rental ${number} moved by ${movedSeconds} s, but its cost stood still for ${stood} s`,
    ];
  });
}

/** Checks that no rental becomes overdue or lost before its deadline. Refused claims move this deadline. */
export function checkDeadlines({ books }: Facts): string[] {
  return books.rentals.flatMap(({ number, state, tariff, startedAt, movedSeconds, changedAt }) => {
    if (!startedAt || (state !== 'overdue' && state !== 'lost')) return [];
    const minutes = state === 'overdue' ? tariff.depositCaptureMinutes : tariff.lostMinutes;
    const due = startedAt.getTime() + (minutes * 60 + movedSeconds) * 1000;
    if (changedAt.getTime() >= due) return [];
    return [`rental ${number} is ${state} before its deadline`];
  });
}

/**
 * Checks that no claim stays open after an operator has closed its case with the outcome `resume`. This outcome refuses
 * an open claim, and does not change a claim that ended before.
 */
export function checkRefusals({ desk, books }: Facts): string[] {
  const keys = new Map(books.cases.map(({ number, key }) => [number, key]));
  return desk.closings.flatMap(({ number, outcome }) => {
    if (outcome?.kind !== 'resume') return [];
    const [kind = '', claimId] = (keys.get(number) ?? '').split(':');
    if (kind !== 'returnedButRunning' && kind !== 'cannotReturn') return [];
    const claim = books.claims.find(({ id }) => id === claimId);
    if (!claim || claim.state === 'refused' || claim.state === 'confirmed') return [];
    return [`the claim of case ${number} is still ${claim.state} after its refusal`];
  });
}
