import { ProblemError } from '../../http/problem.ts';
import type { Settings } from '../../settings/settings.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { guestDeviceOf } from '../auth/users.ts';
import { refuseFrozen } from '../chargebacks/freeze.ts';
import { methodCards, ridersWithCard } from '../payments/methods/cardFingerprints.ts';
import type { MethodRow } from '../payments/methods/methods.ts';
import { rentalOfBrowser, unfinishedRentals } from '../rentalRecords/guestRentals.ts';

export interface GuestSettings {
  readonly cardLimits: Pick<Settings['cardLimits'], 'guestsShareWithRiders'>;
}

/**
 * The browser and the card of a guest's rental. The rental stores them, so that the same browser or card cannot begin a
 * second rental.
 */
export interface GuestIdentifiers {
  device: string | null;
  card: string | null;
}

/**
 * Refuses a guest's rental if the same browser, or the same card, already has an open or unpaid rental. If
 * `guestsShareWithRiders` is true, a rental that a rider with an account pays with the same card counts, too. Two
 * concurrent rentals of guests can both pass this check. Then a unique index refuses the second rental.
 *
 * @throws {ProblemError} forbidden for a PayPal account, cardRenting, cardOwes, deviceRenting,
 * accountFrozen.
 */
export async function refuseUsedBrowserOrCard(
  { trx }: UnitOfWork,
  { cardLimits }: GuestSettings,
  guestId: string,
  { kind, fingerprint }: MethodRow,
): Promise<GuestIdentifiers> {
  // The check recognises a card by its fingerprint, which a PayPal account does not have.
  if (kind === 'payPal') throw new ProblemError('forbidden');
  const device = await guestDeviceOf(trx, guestId);
  if (device !== null && (await rentalOfBrowser(trx, device)) !== null) {
    throw new ProblemError('deviceRenting');
  }
  if (fingerprint === '') return { device, card: null };
  const other = await trx
    .selectFrom(unfinishedRentals(trx).as('rental'))
    .innerJoin(methodCards(trx).as('card'), 'card.id', 'rental.payment_method_id')
    .select('rental.state')
    .where('card.fingerprint', '=', fingerprint)
    .$if(!cardLimits.guestsShareWithRiders, (query) =>
      query.where('rental.guest_card', 'is not', null),
    )
    .limit(1)
    .executeTakeFirst();
  if (other) {
    const owes = other.state === 'unpaid' || other.state === 'paying';
    throw new ProblemError(owes ? 'cardOwes' : 'cardRenting');
  }
  // A rider whose account is frozen must not rent as a guest.
  if (cardLimits.guestsShareWithRiders) {
    for (const rider of await ridersWithCard(trx, fingerprint)) await refuseFrozen(trx, rider);
  }
  return { device, card: fingerprint };
}
