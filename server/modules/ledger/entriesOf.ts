import type { Account, Entry } from './ledger.ts';

/** The highest amount of an entry in the database. A month of a venue or a payout can have more, as in rupiah. */
const mostInEntry = 2 ** 31 - 1;

/** Splits an amount in minor units into entries. There are none for an amount of zero. */
export function entriesOf(debit: Account, credit: Account, amount: number): Entry[] {
  const entries: Entry[] = [];
  for (let left = amount; left > 0; left -= mostInEntry) {
    entries.push({ debit, credit, amount: Math.min(left, mostInEntry) });
  }
  return entries;
}
