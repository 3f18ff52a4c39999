import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  AssignmentChanged,
  AssignmentList,
  AssignTariff,
  CreateTariff,
  EndAssignment,
  TariffCreated,
  TariffList,
  TariffRead,
  TariffTerms,
  type AssignmentShown,
  type TariffShown,
} from '../../../../contract/operators/tariffs.ts';
import { formatMoney } from '../../../../contract/rules/format/money.ts';
import { printable } from '../../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  RefusedError,
  refuse,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { approvalText } from '../team/approvals.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { readBody } from '../readBody.ts';
import { change, common, flag, text } from '../options.ts';

const tariffsPath = '/api/ops/tariffs';
const assignmentsPath = '/api/ops/tariff-assignments';

/** The commands for tariffs and their assignments to stations. */
export const tariffs: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'list takes only options.');
      return async (context) => {
        const found = await callServer(context, TariffList, tariffsPath, { as });
        if (json) return jsonText(found);
        if (found.tariffs.length === 0) return 'There are no tariffs.\n';
        return found.tariffs.map(lineOf).join('');
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const id = onlyOne(positionals, 'show takes the id of one tariff.');
      return async (context) => {
        const read = await callServer(context, TariffRead, pathOf(id), { as });
        return json ? jsonText(read) : lineOf(read) + wordsOf(read.words);
      };
    },
    create(args) {
      const { positionals, file, why, as, json } = readArgs(args, { ...change, file: text });
      const id = onlyOne(positionals, 'create takes the id of the new tariff.');
      refuse(file === undefined, '--file is missing.');
      const asked = readBody(CreateTariff.omit({ terms: true }), { id, why }, words);
      return async (context) => {
        const body = { ...asked, terms: await readTerms(file ?? '') };
        const created = await callServer(context, TariffCreated, tariffsPath, { body, as });
        return json ? jsonText(created) : lineOf(created);
      };
    },
    assign(args) {
      const { positionals, all, station, venue, days, hours, from, why, ...how } = readArgs(args, {
        ...change,
        all: flag,
        station: { type: 'string', multiple: true },
        venue: { type: 'string', multiple: true },
        days: text,
        hours: text,
        from: text,
      });
      const id = onlyOne(positionals, 'assign takes the id of one tariff.');
      const targets = [all ? 'all' : undefined, station, venue].filter((one) => one !== undefined);
      refuse(
        targets.length !== 1,
        'Write --all, --station ID for each station, or --venue ID for each venue.',
      );
      const target = venue ? { venues: venue } : { stations: all ? 'all' : station };
      const asked = { ...target, hours: readHours(days, hours), startsAt: from, why };
      const body = readBody(AssignTariff, asked, words);
      return changed(`${pathOf(id)}/assign`, body, how);
    },
    assignments(args) {
      const { positionals, as, json } = readArgs(args, common);
      refuse(positionals.length > 0, 'assignments takes only options.');
      return async (context) => {
        const found = await callServer(context, AssignmentList, assignmentsPath, { as });
        if (json) return jsonText(found);
        if (found.assignments.length === 0) return 'There are no assignments.\n';
        return found.assignments.map(assignmentText).join('');
      };
    },
    end(args) {
      const { positionals, at, why, ...how } = readArgs(args, { ...change, at: text });
      const id = onlyOne(positionals, 'end takes the id of one assignment.');
      const body = readBody(EndAssignment, { endsAt: at, why }, words);
      return changed(`${assignmentsPath}/${encodeURIComponent(id)}/end`, body, how);
    },
  },
};

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/**
 * Reads `--days mon-fri` and `--hours 17:00-22:00`. Without `--days`, the result contains every day; without `--hours`,
 * the whole day. Without both, the result is undefined.
 */
function readHours(days: string | undefined, hours: string | undefined): object | undefined {
  if (days === undefined && hours === undefined) return undefined;
  const [from = '', to = '', more] = (hours ?? '00:00-24:00').split('-');
  refuse(more !== undefined || to === '', words.hours);
  return { days: (days ?? 'mon-sun').split(',').flatMap(readDays), from, to };
}

function readDays(given: string): number[] {
  const [first = -1, last = first, more] = given
    .toLowerCase()
    .split('-')
    .map((day) => weekdays.indexOf(day));
  refuse(
    first < 0 || last < 0 || more !== undefined,
    '--days is a list of days such as mon-fri or sat,sun.',
  );
  const count = ((last - first + 7) % 7) + 1;
  return Array.from({ length: count }, (_, at) => ((first + at) % 7) + 1);
}

const words = {
  hours: '--hours is a time such as 17:00-22:00.',
  id: 'The id of a tariff has at most 40 small letters, digits and hyphens, such as city-1.',
  startsAt: '--from is a time such as 2026-12-01T00:00:00Z.',
  endsAt: '--at is a time such as 2026-12-01T00:00:00Z.',
};

const pathOf = (id: string) => `${tariffsPath}/${encodeURIComponent(id)}`;

/** @throws {RefusedError} that names each wrong term of the file, or if the file cannot be read. */
async function readTerms(file: string): Promise<TariffTerms> {
  const read = TariffTerms.safeParse(await readJson(file));
  if (read.success) return read.data;
  throw new RefusedError(`${file} is not a tariff:\n${z.prettifyError(read.error)}`);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RefusedError(`${file} cannot be read: ${reason}.`);
  }
}

function changed(
  path: string,
  body: object,
  { as, json }: { as?: string | undefined; json: boolean },
): Command<OpsContext> {
  return async (context) => {
    const done = await callServer(context, AssignmentChanged, path, { body, as });
    if (json) return jsonText(done);
    if (done.assignment) return assignmentText(done.assignment);
    if (!done.approval) return '';
    return `Riders use these stations, so another administrator must approve the change.\n${approvalText(done.approval)}`;
  };
}

function lineOf({ tariff, stations }: Pick<TariffShown, 'tariff' | 'stations'>): string {
  const { id, currency, unlockFee, rate, rateMinutes, cap, capMinutes } = tariff;
  const money = (amount: number) => formatMoney({ amount, currency });
  return (
    `${id}  ${currency}  unlock ${money(unlockFee)}, ${money(rate)} per ${rateMinutes} minutes, ` +
    `at most ${money(cap)} per ${capMinutes} minutes  ${stations} stations\n`
  );
}

function wordsOf(all: TariffRead['words']): string {
  return Object.entries(all)
    .map(([language, { lines, sentences }]) => {
      const facts = lines.map(({ label, value }) => `  ${label}: ${value}\n`).join('');
      return `\n${language}\n${facts}  ${sentences}\n`;
    })
    .join('');
}

function assignmentText({ id, tariff, stations, state, ...of }: AssignmentShown): string {
  const some = [...(stations === 'all' ? [] : stations), ...of.venues.map((id) => `venue ${id}`)];
  const where = stations === 'all' ? 'all stations' : some.join(' ');
  const hours = of.hours === null ? '' : `  ${hoursText(of.hours)}`;
  const until = of.endsAt === null ? '' : ` until ${of.endsAt}`;
  const states = { scheduled: 'scheduled', inForce: 'in force', ended: 'ended' };
  return `${id}  ${tariff}  ${states[state]}  from ${of.startsAt}${until}${hours}  ${where}  by ${printable(of.assignedBy)}\n`;
}

function hoursText({ days, from, to }: NonNullable<AssignmentShown['hours']>): string {
  return `${days.map((day) => weekdays[day - 1] ?? '').join(',')} ${from}-${to}`;
}
