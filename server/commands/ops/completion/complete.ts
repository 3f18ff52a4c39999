import { z } from 'zod';
import { StationState } from '../../../../contract/operators/stations.ts';
import { OperatorRole } from '../../../../contract/operators/team.ts';
import { help as casesHelp } from '../../cases/help.ts';
import { help } from '../help.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { readHelp, type CommandHelp } from './helpTable.ts';

/** The result that makes the shell complete the name of a file. */
export const filesWanted = ':files';

/**
 * The server must answer within this time, in milliseconds, because users do not wait longer for a
 * completion.
 */
const answerWithinMs = 1500;
const mostFound = 100;

/** For each kind of id: the path of the API, the name of the list in its response, and the field that has the id. */
const lists = {
  acts: ['bulk-acts', 'acts', 'id'],
  approvals: ['approvals', 'approvals', 'id'],
  assignments: ['tariff-assignments', 'assignments', 'id'],
  campaigns: ['campaigns', 'campaigns', 'type'],
  cases: ['cases', 'cases', 'number'],
  chargebacks: ['chargebacks', 'chargebacks', 'id'],
  chargers: ['chargers', 'chargers', 'serial'],
  coupons: ['coupons', 'coupons', 'code'],
  fieldSessions: ['field-sessions', 'sessions', 'id'],
  hosts: ['hosts', 'hosts', 'reference'],
  operators: ['operators', 'operators', 'name'],
  orders: ['orders', 'orders', 'number'],
  regions: ['regions', 'regions', 'id'],
  stations: ['stations', 'stations', 'id'],
  tariffs: ['tariffs', 'tariffs', 'id'],
  tickets: ['tickets', 'tickets', 'number'],
  venues: ['venues', 'venues', 'id'],
  webhooks: ['webhooks', 'endpoints', 'id'],
} as const satisfies Record<string, readonly [path: string, list: string, field: string]>;
type Kind = keyof typeof lists;

/** The API sorts these lists by id, so the first page can begin after the typed text. */
const ordered: readonly Kind[] = ['chargers', 'regions', 'stations', 'venues'];

/** The words in the help that stand for the same kind of id in every area. */
const kindOfWord: Partial<Record<string, Kind>> = {
  ASSIGNMENT: 'assignments',
  CASE: 'cases',
  CHARGEBACK: 'chargebacks',
  ORDER: 'orders',
  REFERENCE: 'hosts',
  SERIAL: 'chargers',
  STATION: 'stations',
  VENUE: 'venues',
};

/** The kind of id that `ID`, `NAME` and similar words stand for in the commands of each area. */
const kindOfArea: Partial<Record<string, Kind>> = {
  approvals: 'approvals',
  'bulk-acts': 'acts',
  campaigns: 'campaigns',
  coupons: 'coupons',
  operators: 'operators',
  regions: 'regions',
  secrets: 'stations',
  sessions: 'fieldSessions',
  stations: 'stations',
  tariffs: 'tariffs',
  tickets: 'tickets',
  venues: 'venues',
  webhooks: 'webhooks',
};

/** The kind of id that each of these options takes. */
const kindOfOption: Partial<Record<string, Kind>> = {
  assignee: 'operators',
  charger: 'chargers',
  order: 'orders',
  region: 'regions',
  serial: 'chargers',
  station: 'stations',
  tariff: 'tariffs',
  venue: 'venues',
  who: 'operators',
};

const choicesOfOption: Partial<Record<string, readonly string[]>> = {
  role: OperatorRole.options,
};

/** The verbs that create something. Their first argument is a new name, so there is no completion for it. */
const makes = new Set(['add', 'create', 'invite', 'register']);

/**
 * Returns the completions of the last word: areas, verbs, options, choices of an option, ids from the server, or
 * `filesWanted`. If the server does not answer, there are no ids.
 *
 * @param words the words after `ops`; the last one may be empty or incomplete.
 */
export async function complete(context: OpsContext, words: readonly string[]): Promise<string[]> {
  const table = commands();
  const typed = words.at(-1) ?? '';
  const [area, verb, ...rest] = words.slice(0, -1);
  const found = await candidates();
  return found.filter((word) => word === filesWanted || word.startsWith(typed)).toSorted();

  async function candidates(): Promise<readonly string[]> {
    if (area === undefined)
      return [...new Set([...table.keys()].map((name) => name.split(' ')[0] ?? ''))];
    const verbs = [...table.keys()].flatMap((name) =>
      name.startsWith(`${area} `) ? name.slice(area.length + 1) : [],
    );
    if (verb === undefined && verbs.length > 0 && !typed.startsWith('-')) return verbs;
    const alone = table.get(area);
    const command = verb === undefined ? undefined : table.get(`${area} ${verb}`);
    const own = command ?? alone;
    if (!own) return [];
    const given = command || verb === undefined ? rest : [verb, ...rest];
    return afterCommand(context, { area, verb: command ? (verb ?? '') : '', own, given, typed });
  }
}

interface PositionInCommand {
  area: string;
  verb: string;
  own: CommandHelp;
  /** The complete words after the command. */
  given: readonly string[];
  typed: string;
}

async function afterCommand(
  context: OpsContext,
  { area, verb, own, given, typed }: PositionInCommand,
): Promise<readonly string[]> {
  const option = given.at(-1)?.replace(/^--/, '') ?? '';
  const value = given.at(-1)?.startsWith('--') ? own.options.get(option) : null;
  if (value) {
    const choices = choicesOfOption[option] ?? choicesIn(value);
    if (choices) return choices;
    if (value.startsWith('FILE')) return [filesWanted];
    if (option === 'state' && area === 'stations') return StationState.options;
    const kind = option === 'to' && area === 'cases' ? 'operators' : kindOfOption[option];
    return kind === undefined ? [] : idsOf(context, kind, typed);
  }
  if (typed.startsWith('-')) {
    const names = [...own.options.keys(), 'as', 'json', 'help'].map((name) => `--${name}`);
    return names.filter((name) => !given.includes(name));
  }
  const at = given.filter((word, index) => {
    const before = given[index - 1] ?? '';
    const isValue = before.startsWith('--') && own.options.get(before.slice(2));
    return !word.startsWith('--') && !isValue;
  }).length;
  const name = own.names[at] ?? (own.isRepeated ? own.names.at(-1) : undefined);
  if (name === undefined || (at === 0 && makes.has(verb))) return [];
  if (name === 'FILE') return [filesWanted];
  const [word = ''] = name.split('|');
  const kind =
    kindOfWord[word] ??
    (['ID', 'CODE', 'NAME', 'NUMBER', 'TYPE', 'TICKET'].includes(word)
      ? kindOfArea[area]
      : undefined);
  return kind === undefined ? [] : idsOf(context, kind, typed);
}

function choicesIn(value: string): string[] | null {
  return /^[a-z]/.test(value) ? value.split('|') : null;
}

function commands(): Map<string, CommandHelp> {
  const table = readHelp(help, 'npm run ops -- ');
  // The help of `ops` does not describe the commands for cases. It only refers to the help of
  // `npm run cases`.
  for (const [name, own] of readHelp(casesHelp, 'npm run cases -- '))
    table.set(`cases ${name}`, own);
  return table;
}

/**
 * Returns the ids on the first page of the list of this kind. Returns no ids if the server does not
 * answer, or refuses the call.
 */
async function idsOf(context: OpsContext, kind: Kind, typed: string): Promise<string[]> {
  const [path, list, field] = lists[kind];
  const query = ordered.includes(kind)
    ? new URLSearchParams({ after: typed, limit: String(mostFound) })
    : '';
  const schema = z.object({ [list]: z.array(z.object({ [field]: z.string() })) });
  try {
    const found = await callServer(
      { ...context, answerWithinMs },
      schema,
      `/api/ops/${path}?${query.toString()}`,
      { tries: 1, waits: false },
    );
    return (found[list] ?? []).flatMap((one) => one[field] ?? []);
  } catch {
    // The server does not answer, or refuses the call, for example because nobody is signed in. Print no
    // message, because it would appear in the middle of the command line.
    return [];
  }
}
