import {
  AnswerCase,
  AssignCase,
  CaseActed,
  CaseList,
  CaseQuery,
  CaseShown,
  CloseCase,
  OpenOrderCase,
  OpenTopUpCase,
  WaitCase,
} from '../../../contract/operators/desk.ts';
import type { z } from 'zod';
import { callServer, type OpsContext } from '../ops/opsClient.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  refuse,
  UsageError,
  type Command,
  type Program,
} from '../runCommand.ts';
import { help } from './help.ts';
import { printCase, printCases } from './showCases.ts';
import { common, flag, text } from '../ops/options.ts';

const casesPath = '/api/ops/cases';

export const cases = {
  help,
  commands: {
    list(args) {
      const { positionals, as, json, overdue, ...filter } = readArgs(args, {
        ...common,
        kind: text,
        state: text,
        overdue: flag,
        assignee: text,
        order: text,
        cursor: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      const wanted = { ...filter, ...(overdue && { overdue: 'true' }) };
      refuse(!CaseQuery.safeParse(wanted).success, '--state is open, waiting, closed or all.');
      const query = new URLSearchParams(
        Object.entries(wanted).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, value]],
        ),
      );
      return async (context) => {
        const found = await callServer(context, CaseList, `${casesPath}?${query.toString()}`, {
          as,
        });
        return json ? jsonText(found) : printCases(found);
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const number = onlyOne(positionals, 'show takes one case.');
      return async (context) => {
        const shown = await callServer(context, CaseShown, pathOf(number), { as });
        return json ? jsonText(shown) : printCase(shown);
      };
    },
    open(args) {
      const { positionals, why, ...how } = readArgs(args, { ...common, why: text });
      const number = onlyOne(positionals, 'open takes one order or one top-up.');
      const body = number.toUpperCase().startsWith('T-')
        ? read(OpenTopUpCase, { topUp: number, why })
        : read(OpenOrderCase, { order: number, why });
      return act(casesPath, body, how);
    },
    assign(args) {
      const { positionals, to, nobody, ...how } = readArgs(args, {
        ...common,
        to: text,
        nobody: flag,
      });
      refuse(nobody === (to !== undefined), 'assign takes either --to or --nobody.');
      const number = onlyOne(positionals, 'assign takes one case.');
      return act(`${pathOf(number)}/assign`, read(AssignCase, { assignee: to ?? null }), how);
    },
    answer(args) {
      const {
        positionals,
        text: words,
        ...options
      } = readArgs(args, {
        ...common,
        text,
        'waits-for': text,
      });
      const number = onlyOne(positionals, 'answer takes one case.');
      const { 'waits-for': waitsFor = 'rider', ...how } = options;
      const body = read(AnswerCase, { answer: words, waitsFor: partyOf(waitsFor) });
      return act(`${pathOf(number)}/answer`, body, how);
    },
    wait(args) {
      const {
        positionals,
        why,
        for: party,
        ...how
      } = readArgs(args, {
        ...common,
        why: text,
        for: text,
      });
      const number = onlyOne(positionals, 'wait takes one case.');
      const body = read(WaitCase, { waitsFor: partyOf(party), why });
      return act(`${pathOf(number)}/wait`, body, how);
    },
    close(args) {
      const {
        positionals,
        why,
        text: words,
        outcome: kind,
        amount,
        at,
        charger,
        ...how
      } = readArgs(args, {
        ...common,
        why: text,
        text,
        outcome: text,
        amount: text,
        at: text,
        charger: text,
      });
      const number = onlyOne(positionals, 'close takes one case.');
      const outcome = {
        kind,
        ...(amount !== undefined && { amount: amountOf(amount) }),
        ...(at !== undefined && { at }),
        ...(charger !== undefined && { charger }),
      };
      const body = { outcome, why, ...(words !== undefined && { answer: words }) };
      return act(`${pathOf(number)}/close`, read(CloseCase, body), how);
    },
  },
} satisfies Program<OpsContext>;

function act(
  path: string,
  body: object,
  { as, json }: { as?: string | undefined; json: boolean },
): Command<OpsContext> {
  return async (context) => {
    const acted = await callServer(context, CaseActed, path, { body, as });
    if (json) return jsonText(acted);
    const done = acted.repeated ? ' (done before)' : '';
    return printCases({ cases: [acted.case], nextCursor: null }).replace('\n', `${done}\n`);
  };
}

function pathOf(number: string): string {
  return `${casesPath}/${encodeURIComponent(number.toUpperCase())}`;
}

const nobody = 'nobody';

function partyOf(party: string | undefined): string | null | undefined {
  return party === nobody ? null : party;
}

function amountOf(amount: string): number | string {
  return /^[1-9]\d{0,8}$/.test(amount) ? Number(amount) : amount;
}

/** The names of the options that differ from the names of the fields in the API. */
const optionOf: Record<string, string> = { answer: 'text', waitsFor: 'waits-for', assignee: 'to' };

function read<T extends z.ZodType<object>>(schema: T, body: object): z.output<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const name = String(parsed.error.issues[0]?.path.at(-1) ?? 'outcome');
  const option = name === 'kind' ? 'outcome' : (optionOf[name] ?? name);
  throw new UsageError(`--${option} is missing or invalid.`);
}
