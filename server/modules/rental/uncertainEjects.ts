import { lockText } from '../../db/advisoryLocks.ts';
import { ProblemError } from '../../http/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { keyedHashes } from '../auth/keyedHash.ts';
import { methodCards } from '../payments/methods/cardFingerprints.ts';
import { setRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { countUncertainEjects, heldRentals } from '../rentalRecords/uncertainEjects.ts';
import { addToCase, openCase } from '../support/cases.ts';

export type EjectSettings = Pick<Settings, 'codeSecret' | 'uncertainEjects'>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Counts an eject whose result is not known in time, or was reported after the rental's end. Without a limit, a rider
 * who disconnects the cabinet after each eject could take chargers without paying. Each rental counts once.
 *
 * @returns the counts of the rider and of the card. Null if both are within their limits, or if the rental was already
 * counted.
 */
export async function noteUncertainEject(
  work: UnitOfWork,
  settings: EjectSettings,
  rental: RentalRow,
): Promise<{ byRider: number; byCard: number } | null> {
  if (rental.uncertain_eject_at) return null;
  const { trx, now } = work;
  const { days, perRider, perCard, perStation } = settings.uncertainEjects;
  const cards = await cardHashes(work, settings, rental);
  // Use the hash with the oldest secret key as the name of the lock. During a rotation of the
  // secret keys, all servers compute this hash: those with the old and those with the new
  // configuration.
  const oldest = cards.at(-1);
  // With this lock, concurrent counts of one card run one after the other, so that the second count includes the first
  // rental.
  if (oldest) await lockText(trx, 'ejectCard', oldest);
  await setRental(work, rental.id, {
    uncertain_eject_at: now,
    uncertain_eject_card: cards[0] ?? null,
  });
  const { byRider, byCard, atStation } = await countUncertainEjects(trx, {
    userId: rental.user_id,
    cards,
    since: addMs(now, -days * dayMs),
    stationId: rental.station_id,
    sinceAtStation: addMs(now, -dayMs),
  });
  if (atStation > perStation) await openStationCase(work, rental, atStation);
  return byRider > perRider || byCard > perCard ? { byRider, byCard } : null;
}

/**
 * The hashes of the rental's card, with the hash of the current key first. While an eject counts against the limits,
 * the hash of its card stays stored, even after the deletion of the account. The list is empty if the card has no
 * fingerprint.
 */
async function cardHashes(
  { trx }: UnitOfWork,
  settings: EjectSettings,
  { payment_method_id }: RentalRow,
): Promise<readonly string[]> {
  const { fingerprint } = await methodCards(trx)
    .where('id', '=', payment_method_id)
    .executeTakeFirstOrThrow();
  return fingerprint === '' ? [] : keyedHashes(trx, settings, `eject:card:${fingerprint}`);
}

/** Opens a case about too many uncertain ejects at a station, once for each station and day. */
function openStationCase(
  work: UnitOfWork,
  { station_id: stationId }: RentalRow,
  ejects: number,
): Promise<void> {
  const key = `${stationId}:${work.now.toISOString().slice(0, 10)}`;
  return openCase(work, { kind: 'uncertainEjects', key, stationId, details: { ejects } });
}

/**
 * The latest time at which the server voids the hold of a suspicious rental. This time must be before the hold expires
 * at the provider.
 */
export function heldUntil({ uncertainEjects }: EjectSettings, { created_at }: RentalRow): Date {
  return addMs(created_at, uncertainEjects.holdHours * hourMs);
}

/** Adds the result of a held rental to its case. */
export async function noteHeldEnd(
  work: UnitOfWork,
  { id, held_until }: RentalRow,
  result: 'out' | 'inside' | 'late' | 'unknown',
): Promise<void> {
  if (!held_until) return;
  const details = { result, endedAt: work.now.toISOString() };
  await addToCase(work, { kind: 'suspiciousEject', key: id, details });
}

/**
 * Refuses a new rental while another rental with the same card is held, in any account.
 *
 * @throws {ProblemError} ejectUnclear
 */
export async function refuseHeldCard({ trx }: UnitOfWork, paymentMethodId: string): Promise<void> {
  const held = await trx
    .selectFrom(heldRentals(trx).as('held'))
    .innerJoin(methodCards(trx).as('used'), 'used.id', 'held.payment_method_id')
    .innerJoin(methodCards(trx).as('chosen'), 'chosen.fingerprint', 'used.fingerprint')
    .select('held.id')
    .where('chosen.id', '=', paymentMethodId)
    .where('chosen.fingerprint', '<>', '')
    .limit(1)
    .executeTakeFirst();
  if (held) throw new ProblemError('ejectUnclear');
}
