import { z } from 'zod';
import {
  ClosedList,
  ClosedQuery,
  CloseMonth,
  ClosingBegun,
  MonthClosed,
  PayoutList,
  PayoutRecorded,
  PayoutReversed,
  RecordPayout,
  ReversePayout,
  SendStatements,
  SetTerms,
  StatementList,
  StatementMonth,
  StatementsSent,
  TermsChanged,
  TermsList,
  type PayoutShown,
  type StatementShown,
  type TermsShown,
} from '../../../../contract/operators/venueShares.ts';
import { moneyText, taxRateText } from '../../../text/textFormats.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  RefusedError,
  type Program,
} from '../../runCommand.ts';
import { bulkActOutput, runBulkAct } from '../bulkActs.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { change, common, flag, text } from '../options.ts';
import { readBody } from '../readBody.ts';
import { queryOf } from './queryOf.ts';
import { saveFile } from './saveFile.ts';

type Commands = Pick<Program<OpsContext>, 'commands'>;

/** The commands for the shares of the owners of venues. */
export const shares = {
  commands: {
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      const venue = onlyOne(positionals, 'list takes the id of one venue.');
      return async (context) => {
        const found = await callServer(context, TermsList, pathOf(venue, 'terms'), { as });
        if (json) return jsonText(found);
        return found.terms.map(termsLine).join('') || 'The owner of this venue has no share.\n';
      };
    },
    set(args) {
      const { positionals, percent, from, why, as, json } = readArgs(args, {
        ...change,
        percent: text,
        from: text,
      });
      const venue = onlyOne(positionals, 'set takes the id of one venue.');
      refuse(
        !/^\d{1,3}(\.\d{1,2})?$/.test(percent ?? ''),
        '--percent is a percentage such as 12.5.',
      );
      const share = Math.round(Number(percent) * 100);
      const words = { share: '--percent is at most 100.' };
      const body = readBody(SetTerms, { share, from, why }, words);
      return async (context) => {
        const path = pathOf(venue, 'terms');
        const done = await callServer(context, TermsChanged, path, { body, as });
        return json ? jsonText(done) : termsLine(done.terms);
      };
    },
  },
} satisfies Commands;

/** The commands for the monthly statements of the owners of venues. */
export const statements = {
  commands: {
    list(args) {
      const { positionals, venue, month, state, as, json } = readArgs(args, {
        ...common,
        venue: text,
        month: text,
        state: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      refuse(!ClosedQuery.safeParse({ state }).success, '--state is paid or unpaid.');
      return async (context) => {
        const found = await closedStatements(context, { venue, month, state, as });
        if (json) return jsonText({ statements: found });
        return found.map(statementLine).join('') || 'There are no statements.\n';
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const { venue, month } = readPlace('show', positionals);
      return async (context) => {
        const path = pathOf(venue, 'statements', { month });
        const found = await callServer(context, StatementList, path, { as });
        if (json) return jsonText(found);
        return found.statements.map(statementLine).join('') || 'There is nothing to share.\n';
      };
    },
    close(args) {
      const { positionals, venue, all, why, as, json } = readArgs(args, {
        ...change,
        venue: text,
        all: flag,
      });
      const month = onlyOne(positionals, 'close takes one month.');
      refuse((venue === undefined) !== all, 'close needs either --venue or --all.');
      const body = readBody(CloseMonth, { month, why }, { month: 'A month is like 2026-11.' });
      return async (context) => {
        if (venue === undefined) {
          const path = '/api/ops/venue-statements/close';
          const { act, hasMailServer } = await runBulkAct(context, ClosingBegun, path, {
            body,
            as,
          });
          const { text: shown, exitCode } = bulkActOutput(act, json);
          if (json) return { text: jsonText({ act, hasMailServer }), exitCode };
          const ofMonth = await closedStatements(context, { month, as }).catch((error: unknown) => {
            // The bulk act has ended already, so a failure must not hide its result. The list may fail, for example
            // because the key may not list statements.
            if (!(error instanceof RefusedError)) throw error;
            context.stderr.write(`${error.message}\n`);
            return [];
          });
          const lines = ofMonth.map(statementLine).join('');
          return { text: lines + shown + mailNote(hasMailServer), exitCode };
        }
        const path = pathOf(venue, 'statements/close');
        const closed = await callServer(context, MonthClosed, path, { body, as });
        if (json) return jsonText(closed);
        const lines = closed.statements.map(statementLine).join('');
        return lines ? lines + mailNote(closed.hasMailServer) : 'There is nothing to close.\n';
      };
    },
    send(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      const { venue, month } = readPlace('send', positionals);
      const body = readBody(SendStatements, { month, why });
      return async (context) => {
        const path = pathOf(venue, 'statements/send');
        const sent = await callServer(context, StatementsSent, path, { body, as });
        return json ? jsonText(sent) : sent.statements.map(statementLine).join('');
      };
    },
    save(args) {
      const { positionals, file, currency, as } = readArgs(args, {
        as: text,
        file: text,
        currency: text,
      });
      const { venue, month } = readPlace('save', positionals);
      const [, kind] = /\.(pdf|csv)$/.exec(file ?? '') ?? [];
      refuse(kind === undefined, 'save needs --file with a name that ends with .pdf or .csv.');
      return async (context) => {
        const query = { month, ...(kind === 'pdf' && { currency }) };
        await saveFile(context, pathOf(venue, `statements.${kind}`, query), {
          as,
          file: file ?? '',
        });
        return `The statement is in ${file}.\n`;
      };
    },
  },
} satisfies Commands;

/** Reads all pages of the closed statements that match the options. */
async function closedStatements(
  context: OpsContext,
  {
    venue,
    month,
    state,
    as,
  }: Partial<Record<'venue' | 'month' | 'state' | 'as', string | undefined>>,
): Promise<StatementShown[]> {
  const found: StatementShown[] = [];
  let after: string | undefined;
  do {
    const query = queryOf({ venue, month, state, after, limit: '500' });
    const path = `/api/ops/venue-statements${query}`;
    const page: ClosedList = await callServer(context, ClosedList, path, { as });
    found.push(...page.statements);
    after = page.after ?? undefined;
  } while (after !== undefined);
  return found;
}

/** The commands for the bank transfers to the owners of venues. */
export const payouts = {
  commands: {
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      const venue = onlyOne(positionals, 'list takes the id of one venue.');
      return async (context) => {
        const found = await callServer(context, PayoutList, pathOf(venue, 'payouts'), { as });
        if (json) return jsonText(found);
        const owed = found.owed.map((money) => `Owed now: ${moneyText(money)}\n`).join('');
        return found.payouts.map(payoutLine).join('') + (owed || 'Nothing is owed.\n');
      };
    },
    record(args) {
      const { positionals, amount, currency, on, statement, reference, why, as, json } = readArgs(
        args,
        {
          ...change,
          amount: text,
          currency: text,
          on: text,
          reference: text,
          statement: { type: 'string', multiple: true },
        },
      );
      const venue = onlyOne(positionals, 'record takes the id of one venue.');
      const asked = { amount: Number(amount), currency, paidOn: on, reference, why };
      const body = readBody(
        RecordPayout,
        { ...asked, ...(statement && { statements: statement }) },
        {
          amount: '--amount is a whole number in minor units.',
          currency: '--currency is like USD.',
          paidOn: '--on is a day such as 2026-12-05.',
        },
      );
      return async (context) => {
        const path = pathOf(venue, 'payouts');
        const done = await callServer(context, PayoutRecorded, path, { body, as });
        return json ? jsonText(done) : payoutLine(done.payout);
      };
    },
    reverse(args) {
      const { positionals, why, as, json } = readArgs(args, change);
      const [venue = '', id = '', ...others] = positionals;
      const isRight = z.uuid().safeParse(id).success && others.length === 0;
      refuse(!isRight, 'reverse takes the id of a venue and the id of a payout.');
      const body = readBody(ReversePayout, { why });
      return async (context) => {
        const path = pathOf(venue, `payouts/${id}/reverse`);
        const done = await callServer(context, PayoutReversed, path, { body, as });
        return json ? jsonText(done) : payoutLine(done.payout);
      };
    },
  },
} satisfies Commands;

function payoutLine({
  id,
  paidOn,
  amount,
  statements: numbers,
  reference,
  recordedBy,
  reversedAt,
  reversedBy,
}: PayoutShown) {
  const reversed = reversedAt === null ? '' : `reversed ${reversedAt} by ${reversedBy}`;
  const facts = [moneyText(amount), numbers.join(', '), reference ?? '', recordedBy, reversed];
  const words = [id, paidOn, ...facts];
  return `${words.filter(Boolean).map(printable).join('  ')}\n`;
}

function readPlace(verb: string, [venue, month, ...others]: string[]) {
  const parsed = StatementMonth.safeParse({ month });
  const isRight = venue !== undefined && parsed.success && others.length === 0;
  refuse(!isRight, `${verb} takes the id of a venue and a month such as 2026-11.`);
  return { venue: venue ?? '', month: month ?? '' };
}

function pathOf(venue: string, part: string, query: Record<string, string | undefined> = {}) {
  return `/api/ops/venues/${encodeURIComponent(venue)}/${part}${queryOf(query)}`;
}

const mailNote = (hasMailServer: boolean) =>
  hasMailServer
    ? ''
    : 'The server mails no statements, because it has no mail server: set MAIL_URL.\n';

function termsLine({ from, share }: TermsShown): string {
  return `from ${from}  ${taxRateText(share)}\n`;
}

function statementLine(statement: StatementShown): string {
  const { number, venue, ownerName, month, captures, refunds, tax } = statement;
  const amounts = [
    `captures ${moneyText(captures)}`,
    `refunds ${moneyText(refunds)}`,
    `tax ${moneyText(tax)}`,
    `operator ${moneyText(statement.operatorShare)}`,
    `venue ${moneyText(statement.venueShare)}`,
  ];
  const paid = statement.paidOn === null ? [] : [`paid ${statement.paidOn}`];
  const words = [number ?? 'open', month, venue, ownerName, ...amounts, ...paid];
  return `${words.map(printable).join('  ')}\n`;
}
