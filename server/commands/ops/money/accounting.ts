import { pipeline } from 'node:stream/promises';
import {
  AddSeller,
  BalanceList,
  DifferenceList,
  EntryList,
  LedgerChecked,
  ReconciledDay,
  ReconciliationAsked,
  SellerAdded,
  SellerList,
  type DifferenceShown,
  type LedgerEntry,
  type SellerShown,
} from '../../../../contract/operators/accounting.ts';
import { decimalText, taxRateText } from '../../../text/textFormats.ts';
import { printable } from '../../printable.ts';
import { jsonText, readArgs, refuse, RefusedError, type Program } from '../../runCommand.ts';
import { callServer, downloadFile, type OpsContext } from '../opsClient.ts';
import { saveFile } from './saveFile.ts';
import { pagesOf } from '../pagesOf.ts';
import { queryOf } from './queryOf.ts';
import { change, common, flag, text } from '../options.ts';
import { readBody } from '../readBody.ts';

type Commands = Pick<Program<OpsContext>, 'commands'>;

/** The commands for the ledger. */
export const ledger = {
  commands: {
    balances(args) {
      const { positionals, until, as, json } = readArgs(args, { ...common, until: text });
      refuse(positionals.length > 0, 'balances takes only options.');
      refuse(until !== undefined && !isDay(until), '--until is a day such as 2026-11-30.');
      return async (context) => {
        const path = `/api/ops/ledger/balances${queryOf({ until })}`;
        const found = await callServer(context, BalanceList, path, { as });
        if (json) return jsonText(found);
        const lines = found.balances.map(({ account, currency, ...sums }) => {
          const [debits, credits, balance] = [sums.debits, sums.credits, sums.balance].map(
            (amount) => decimalText({ amount, currency }),
          );
          return `${account}  ${currency}  debits ${debits}  credits ${credits}  balance ${balance}\n`;
        });
        return lines.join('') || 'The ledger is empty.\n';
      };
    },
    entries(args) {
      const { positionals, as, json, ...filter } = readArgs(args, {
        ...common,
        order: text,
        account: text,
        day: text,
      });
      refuse(positionals.length > 0, 'entries takes only options.');
      refuse(filter.day !== undefined && !isDay(filter.day), '--day is a day such as 2026-11-30.');
      return async (context) => {
        let after: number | null = 0;
        const all: LedgerEntry[] = [];
        while (after !== null) {
          const path = `/api/ops/ledger/entries${queryOf({ ...filter, after: String(after), limit: '1000' })}`;
          const page: EntryList = await callServer(context, EntryList, path, { as });
          if (json) all.push(...page.entries);
          else context.stdout.write(page.entries.map(entryLine).join(''));
          after = page.after;
        }
        return json ? jsonText({ entries: all }) : '';
      };
    },
    check(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'check takes only options.');
      return async (context) => {
        // A check of a large ledger takes minutes.
        const patient = { ...context, answerWithinMs: 15 * 60_000 };
        const found = await callServer(patient, LedgerChecked, '/api/ops/ledger/check', { as });
        if (json) return jsonText(found);
        if (found.findings.length === 0) return 'The ledger is correct: no difference.\n';
        context.stdout.write(found.findings.map((finding) => `${finding}\n`).join(''));
        throw new RefusedError(`${found.findings.length} differences.`);
      };
    },
  },
} satisfies Commands;

/** The commands for the comparison of the books with the transactions at the payment provider. */
export const reconciliation = {
  commands: {
    day(args) {
      const { positionals, as, json } = readArgs(args, common);
      const [day, ...others] = positionals;
      refuse(others.length > 0, 'day takes one date.');
      refuse(day !== undefined && !isDay(day), 'The date is not like 2026-11-23.');
      return async (context) => {
        const path = `/api/ops/reconciliation/day${queryOf({ day })}`;
        const found = await callServer(context, ReconciledDay, path, { as });
        return json ? jsonText(found) : dayText(found);
      };
    },
    differences(args) {
      const { positionals, all, as, json } = readArgs(args, { ...common, all: flag });
      refuse(positionals.length > 0, 'differences takes only options.');
      return async (context) => {
        const differences: DifferenceShown[] = [];
        const path = '/api/ops/reconciliation/differences';
        const filter = { state: all ? 'all' : 'open' };
        for await (const page of pagesOf(context, DifferenceList, path, filter, as)) {
          differences.push(...page.differences);
        }
        if (json) return jsonText({ differences });
        const lines = differences.map((one) => `${one.at.slice(0, 10)}  ${differenceLine(one)}`);
        return lines.join('') || 'There are no differences.\n';
      };
    },
    run(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      refuse(positionals.length > 0, 'run takes only options.');
      refuse(why === undefined, '--why is missing.');
      return async (context) => {
        const path = '/api/ops/reconciliation/run';
        const asked = await callServer(context, ReconciliationAsked, path, { body: { why }, as });
        return json ? jsonText(asked) : 'The comparison begins.\n';
      };
    },
  },
} satisfies Commands;

/** The commands that export the ledger for accounting programs. */
export const accounting = {
  commands: {
    export(args) {
      const { positionals, from, to, file, as } = readArgs(args, {
        as: text,
        from: text,
        to: text,
        file: text,
      });
      refuse(positionals.length > 0, 'export takes only options.');
      refuse(!isDay(from) || !isDay(to), 'export needs --from and --to, such as 2026-11-01.');
      return async (context) => {
        const path = `/api/ops/accounting/export${queryOf({ from, to })}`;
        if (file === undefined) {
          await pipeline(downloadFile(context, path, as), context.stdout, { end: false });
          return '';
        }
        await saveFile(context, path, { as, file });
        return `The export is in ${file}.\n`;
      };
    },
  },
} satisfies Commands;

/** The commands for the sellers that invoices name. */
export const sellers = {
  commands: {
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await callServer(context, SellerList, '/api/ops/sellers', { as });
        if (json) return jsonText(found);
        const lines = found.sellers.map(sellerLine);
        return lines.join('') || 'There is no seller, so receipts have no invoices.\n';
      };
    },
    add(args) {
      const { positionals, as, json, zone, ...given } = readArgs(args, {
        ...change,
        name: text,
        address: text,
        'tax-number': text,
        'tax-rate': text,
        zone: text,
        from: text,
      });
      refuse(positionals.length > 0, 'add takes only options.');
      const percent = given['tax-rate'] ?? '';
      refuse(!/^\d{1,2}(\.\d{1,2})?$/.test(percent), '--tax-rate is a percentage such as 8.25.');
      const body = readBody(
        AddSeller,
        {
          name: given.name,
          address: given.address,
          taxNumber: given['tax-number'],
          taxRate: Math.round(Number(percent) * 100),
          timeZone: zone,
          from: given.from,
          why: given.why,
        },
        { timeZone: '--zone is missing or invalid.' },
      );
      return async (context) => {
        const added = await callServer(context, SellerAdded, '/api/ops/sellers', { body, as });
        return json ? jsonText(added) : sellerLine(added.seller);
      };
    },
  },
} satisfies Commands;

function isDay(day: string | undefined): boolean {
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

function entryLine({ at, booking, order, debit, credit, amount, currency }: LedgerEntry): string {
  const money = `${decimalText({ amount, currency })} ${currency}`;
  const about = order === null ? [] : [`order ${order}`];
  const words = [at, `${debit} → ${credit}`, money, booking, ...about];
  return `${words.map(printable).join('  ')}\n`;
}

function dayText({ day, timeZone, comparedAt, summaries, differences }: ReconciledDay): string {
  const compared = comparedAt === null ? 'Never compared.' : `Last compared at ${comparedAt}.`;
  return [
    `${day} in ${timeZone}. ${compared}\n`,
    ...(summaries.length > 0 ? summaries.flatMap(summaryLines) : ['No transactions.\n']),
    differences.length === 0 ? 'No differences.\n' : `Differences: ${differences.length}\n`,
    ...differences.map((one) => `  ${differenceLine(one)}`),
  ].join('');
}

/** Returns the totals of a day's transactions in one currency as lines of text. */
function summaryLines(summary: ReconciledDay['summaries'][number]): string[] {
  const { provider, currency, counts, gross, fees, net, payouts } = summary;
  const kinds = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`);
  return [
    `${provider} ${currency}\n`,
    `  transactions  ${kinds.join(', ')}\n`,
    `  gross         ${gross}\n`,
    `  fees          ${fees}\n`,
    `  net           ${net}\n`,
    `  payouts       ${payouts}\n`,
  ];
}

/** Returns a difference as one line of text. */
function differenceLine(difference: DifferenceShown): string {
  const { provider, kind, currency, amount, details, explainedAt } = difference;
  const facts = Object.entries(details)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const state = explainedAt === null ? 'open' : `explained ${explainedAt.slice(0, 10)}`;
  return `${printable([state, kind, provider, amount, currency, ...facts].join('  '))}\n`;
}

function sellerLine({ from, name, address, taxNumber, taxRate, timeZone }: SellerShown): string {
  const words = [`from ${from}`, name, address, taxNumber, taxRateText(taxRate), timeZone];
  return `${words.map(printable).join('  ')}\n`;
}
