import type { Account, Entry } from './ledger.ts';

/**
 * The highest amount that the database can store in one entry. The amount of a month or of a payout can be higher, for
 * example in rupiah.
 */
const mostInEntry = 2 ** 31 - 1;

/** Splits an amount in minor units into entries. Returns no entries for an amount of zero. */
export function entriesOf(debit: Account, credit: Account, amount: number): Entry[] {
  const entries: Entry[] = [];
  for (let left = amount; left > 0; left -= mostInEntry) {
    entries.push({ debit, credit, amount: Math.min(left, mostInEntry) });
  }
  return entries;
}
