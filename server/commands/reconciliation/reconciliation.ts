import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { lastRun, openDifferences, readDay } from '../../modules/reconciliation/readDay.ts';
import type { Settings } from '../../settings/settings.ts';
import { isoInZone, startOfDay } from '../../timeZones.ts';
import { onDatabase, plain, refuse, type Program, type Terminal } from '../runCommand.ts';
import { differenceLine, summaryLines } from './showDay.ts';

interface ReconciliationContext extends Terminal {
  settings: Pick<Settings, 'reconciliation'>;
  clock: Clock;
}

const help = `Shows how our books compare with the payment provider's. The server compares them once a day.

  npm run reconciliation -- day [YYYY-MM-DD]
      The transactions of a day at the provider, by currency: how many, gross, fees, net and payouts.
      Then each difference of the day. Without a date: yesterday. Days are those of RECONCILE_ZONE.

  npm run reconciliation -- differences
      All differences that nothing has explained yet, the oldest first.

Amounts are in minor units of the currency. The amount of a difference is the provider's minus ours.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;

export const reconciliation: Program<ReconciliationContext> = {
  help,
  commands: {
    day(args) {
      const [date, ...others] = args;
      refuse(others.length > 0, 'day takes one date.');
      const day = date === undefined ? null : /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
      refuse(date !== undefined && !isDate(day), 'The date is not like 2026-11-23.');
      return onDatabase(async (db, { settings, clock }) => {
        const { timeZone } = settings.reconciliation;
        const yesterday = isoInZone(new Date(clock.now().getTime() - dayMs), timeZone).slice(0, 10);
        return showDay(db, date ?? yesterday, timeZone);
      });
    },
    differences: plain('differences', async (db) => {
      const open = await openDifferences(db);
      if (open.length === 0) return 'There are no differences.\n';
      return open
        .map((one) => `${one.happenedAt.toISOString().slice(0, 10)}  ${differenceLine(one)}`)
        .join('');
    }),
  },
};

const dayMs = 24 * 60 * 60_000;

function isDate(match: RegExpExecArray | null): boolean {
  if (!match) return false;
  const at = new Date(`${match[0]}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(match[0]);
}

async function showDay(db: Db, date: string, timeZone: string): Promise<string> {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const from = startOfDay(year, month, day, timeZone);
  const to = startOfDay(year, month, day + 1, timeZone);
  const { summaries, differences } = await readDay(db, from, to);
  const ran = await lastRun(db);
  const compared = ran ? `Last compared at ${isoInZone(ran, timeZone)}.` : 'Never compared.';
  return [
    `${date} in ${timeZone}. ${compared}\n`,
    ...(summaries.length > 0 ? summaries.flatMap(summaryLines) : ['No transactions.\n']),
    differences.length === 0 ? 'No differences.\n' : `Differences: ${differences.length}\n`,
    ...differences.map((one) => `  ${differenceLine(one)}`),
  ].join('');
}
