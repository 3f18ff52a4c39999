import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../csv/escapeFormula.ts';
import type { Db } from '../../db/database.ts';
import { decimalText } from '../../text/textFormats.ts';
import { dayStart } from '../../time/timeZones.ts';
import { accountSums } from '../ledger/readLedger.ts';

/**
 * The columns of the export. Add new columns only at the end, because other programs may read the columns by position.
 */
const columns = ['day', 'account', 'currency', 'debit', 'credit', 'entries'];

const options = { record_delimiter: 'windows' } as const;

/**
 * Generates a CSV table with the sums of each account on each day. After the header, there is one
 * chunk of rows for each day that has entries.
 */
export async function* accountsCsv(
  db: Db,
  days: readonly string[],
  timeZone: string,
): AsyncGenerator<string, void, undefined> {
  yield stringify([columns], options);
  for (const day of days) {
    const period = { from: dayStart(day, timeZone), until: dayStart(day, timeZone, 1) };
    const sums = await accountSums(db, period);
    if (sums.length === 0) continue;
    const rows = sums.map(({ account, currency, debits, credits, entries }) => [
      day,
      escapeFormula(account),
      escapeFormula(currency),
      decimalText({ amount: debits, currency }),
      decimalText({ amount: credits, currency }),
      String(entries),
    ]);
    yield stringify(rows, options);
  }
}
