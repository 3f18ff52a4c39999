import type { UnitOfWork } from '../../unitOfWork.ts';
import { book } from './ledger.ts';

/** Books what a closed statement gives to the owner of a venue. The share is negative if refunds are higher than captures. */
export async function bookVenueShare(
  work: UnitOfWork,
  { number, share, currency }: { number: string; share: number; currency: string },
): Promise<void> {
  if (share === 0) return;
  const [debit, credit] =
    share > 0
      ? (['venueShares', 'venuesPayable'] as const)
      : (['venuesPayable', 'venueShares'] as const);
  const entries = [{ debit, credit, amount: Math.abs(share) }];
  await book(work, { key: `venueShare:${number}`, rentalId: null, currency, entries });
}

/** Books a bank transfer of the operator to the owner of a venue. */
export async function bookVenuePayout(
  work: UnitOfWork,
  { id, amount, currency }: { id: string; amount: number; currency: string },
): Promise<void> {
  const entries = [{ debit: 'venuesPayable', credit: 'bank', amount } as const];
  await book(work, { key: `venuePayout:${id}`, rentalId: null, currency, entries });
}
