import type { BillLine } from '../../../../contract/rules/pricing/pricing.ts';
import type { UnitOfWork } from '../../../db/unitOfWork.ts';
import { bookWaiver } from '../../ledger/ledger.ts';
import { setRental, type RentalRow } from '../../rentalRecords/rentals.ts';

/**
 * Waives the unpaid rest of a bill, because this rest is below the minimum charge. The function
 * lowers the total by the rest, and books the rest in the ledger. `amount` is the rest in minor
 * units of the tariff's currency.
 */
export async function waiveRest(
  work: UnitOfWork,
  rental: RentalRow,
  amount: number,
): Promise<RentalRow> {
  const { id, lines, total, tariff } = rental;
  if (total === null) throw new Error(`rental ${id} has no bill to waive a part of`);
  const line: BillLine = { kind: 'waived', amount: -amount };
  await bookWaiver(work, { rentalId: id, currency: tariff.currency, lines: [line] }, which(rental));
  return setRental(work, id, {
    lines: JSON.stringify([...lines, line]),
    total: total - amount,
  });
}

/** Identifies the bill: a rental gets a new bill after a late return. */
function which({ returned_at, found_at }: RentalRow) {
  if (returned_at !== null) return 'returned';
  return found_at === null ? 'first' : 'found';
}
