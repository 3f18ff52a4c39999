import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { entriesOf } from './entriesOf.ts';
import { book } from './ledger.ts';

const venueShareKey = (number: string) => `venueShare:${number}`;

/**
 * Books the share of a closed statement for the owner of a venue. The share is negative if the refunds
 * take back more of it than the captures add.
 */
export async function bookVenueShare(
  work: UnitOfWork,
  { number, share, currency }: { number: string; share: number; currency: string },
): Promise<void> {
  const entries =
    share > 0
      ? entriesOf('venueShares', 'venuesPayable', share)
      : entriesOf('venuesPayable', 'venueShares', -share);
  await book(work, { key: venueShareKey(number), rentalId: null, currency, entries });
}

interface Payout {
  id: string;
  amount: number;
  currency: string;
}

/** Books a bank transfer of the operator to the owner of a venue. */
export async function bookVenuePayout(
  work: UnitOfWork,
  { id, amount, currency }: Payout,
): Promise<void> {
  const entries = entriesOf('venuesPayable', 'bank', amount);
  await book(work, { key: `venuePayout:${id}`, rentalId: null, currency, entries });
}

/** Reverses the booking of a payout that was recorded wrongly. */
export async function bookVenuePayoutReversal(
  work: UnitOfWork,
  { id, amount, currency }: Payout,
): Promise<void> {
  const entries = entriesOf('bank', 'venuesPayable', amount);
  await book(work, { key: `venuePayoutReversed:${id}`, rentalId: null, currency, entries });
}
