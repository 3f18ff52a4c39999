import {
  ImportStations,
  mostImported,
  OpsStationList,
  OpsStationRead,
  StationChanged,
  StationsImported,
  StationState,
  type OpsStation,
} from '../../../contract/operators/stations.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import { FileError, whereIs, type Entry } from '../../modules/network/import/entry.ts';
import { Problems } from '../../modules/network/import/problems.ts';
import { printable } from '../printable.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  RefusedError,
  refuse,
  UsageError,
  type Command,
  type Program,
} from '../runCommand.ts';
import { fillIds } from '../stations/fillIds.ts';
import { NewFile } from '../stations/newFile.ts';
import { readEntries } from '../stations/readEntries.ts';
import { changeStation, dataText } from './changeStation.ts';
import { callServer, type OpsContext } from './opsClient.ts';
import { readBody } from './readBody.ts';
import { common, flag, text } from './options.ts';

const stationsPath = '/api/ops/stations';

/** The commands for the stations of the running server. */
export const stations: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, state, venue, region, as, json } = readArgs(args, {
        ...common,
        state: text,
        venue: text,
        region: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      const chosen = StationState.optional().safeParse(state);
      if (!chosen.success) throw new UsageError(`--state is ${StationState.options.join(', ')}.`);
      return async (context) => {
        const found = await allStations(context, { state: chosen.data, venue, region, as });
        if (json) return jsonText({ stations: found });
        return found.length === 0 ? 'There are no stations.\n' : found.map(lineOf).join('');
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const id = onlyOne(positionals, 'show takes the id of one station.');
      return async (context) => {
        const station = await callServer(context, OpsStationRead, pathOf(id), { as });
        return json ? jsonText(station) : lineOf(station) + dataText(station);
      };
    },
    import: importCommand,
    change: changeStation,
    pause: (args) => change('pause', args),
    resume: (args) => change('resume', args),
    retire: (args) => change('retire', args),
  },
};

const pathOf = (id: string) => `${stationsPath}/${encodeURIComponent(id)}`;

interface StationFilter {
  state?: StationState | undefined;
  venue?: string | undefined;
  region?: string | undefined;
}

/** Reads all pages of the list. */
export async function allStations(
  context: OpsContext,
  { as, ...filter }: StationFilter & { as?: string | undefined },
): Promise<OpsStation[]> {
  const found: OpsStation[] = [];
  for (let after: string | null = ''; after !== null;) {
    const query = new URLSearchParams({ after, limit: '500' });
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value);
    const page: OpsStationList = await callServer(
      context,
      OpsStationList,
      `${stationsPath}?${query.toString()}`,
      { as },
    );
    found.push(...page.stations);
    after = page.nextAfter;
  }
  return found;
}

function change(verb: 'pause' | 'resume' | 'retire', args: string[]): Command<OpsContext> {
  const { positionals, why, as, json } = readArgs(args, { ...common, why: text });
  const id = onlyOne(positionals, `${verb} takes the id of one station.`);
  const body = readBody(OnlyReason, { why });
  return async (context) => {
    const done = await callServer(context, StationChanged, `${pathOf(id)}/${verb}`, { body, as });
    return json ? jsonText(done) : lineOf(done.station);
  };
}

function importCommand(args: string[]): Command<OpsContext> {
  const { positionals, ...given } = readArgs(args, {
    ...common,
    'dry-run': flag,
    'make-ids': text,
    system: text,
    tariff: text,
    'time-zone': text,
    why: text,
  });
  const file = onlyOne(positionals, 'import takes one file.');
  const { 'dry-run': dryRun, 'make-ids': idsFile = null, system = null, as, json } = given;
  if (system?.includes('/')) throw new UsageError('--system must be a name without a slash.');
  const why = given.why ?? (dryRun ? 'a dry run' : undefined);
  const options = readBody(ImportStations.omit({ entries: true }), {
    dryRun,
    why,
    ...(given.tariff !== undefined && { tariff: given.tariff }),
    ...(given['time-zone'] !== undefined && { timeZone: given['time-zone'] }),
  });
  return async (context) => {
    const entries = await explained(() => readFile(file, { system, makeIds: idsFile !== null }));
    const ids = idsFile === null || dryRun ? null : await explained(() => NewFile.create(idsFile));
    try {
      const body = { ...options, entries };
      const done = await callServer(context, StationsImported, `${stationsPath}/import`, {
        body,
        as,
      });
      if (ids) await writeIds(file, ids, done.ids);
      return json ? jsonText(done) : importedText(done, dryRun);
    } catch (error) {
      if (ids && !ids.isFinished) await ids.discard();
      throw error;
    }
  };
}

/** The entries of a file. @throws {FileError} that lists the errors. */
async function readFile(file: string, options: { system: string | null; makeIds: boolean }) {
  const problems = new Problems();
  const entries: Omit<Entry, 'problems'>[] = [];
  for await (const { problems: own, ...entry } of readEntries(file, options)) {
    for (const problem of own) problems.add(whereIs(entry), problem);
    if (entries.push(entry) > mostImported) {
      throw new FileError(
        `The file has more than ${mostImported} stations. Split it, or use npm run stations.`,
      );
    }
  }
  if (problems.count === 0) return entries;
  const count = problems.count === 1 ? 'There is one error' : `There are ${problems.count} errors`;
  throw new FileError(
    `${count} in ${entries.length} rows. Nothing was imported.\n${String(problems)}`,
  );
}

/** Writes the copy of the file with the ids that the server made. */
async function writeIds(file: string, copy: NewFile, ids: StationsImported['ids']): Promise<void> {
  const made = new Map(ids.map(({ at, id }) => [at, id]));
  await fillIds(file, copy, (line) => made.get(line) ?? '');
  await copy.finish();
}

async function explained<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof FileError) throw new RefusedError(error.message);
    throw error;
  }
}

function importedText({ inserted, updated, unchanged }: StationsImported, dryRun: boolean): string {
  const counts = `${inserted} new, ${updated} changed, ${unchanged} unchanged`;
  if (dryRun) return `Dry run: ${counts}. Nothing was written.\n`;
  if (inserted === 0) return `${counts}.\n`;
  return `${counts}.\nThe cabinets of new stations need secrets: npm run ops -- secrets issue --missing --file FILE --why WORDS\n`;
}

function lineOf(station: OpsStation): string {
  const { id, state, online, lastSeenAt, chargers, freeSlots, slots, tariff, hasSecret } = station;
  const seen = lastSeenAt === null ? 'never connected' : `offline since ${lastSeenAt}`;
  const cabinet = online ? 'online' : hasSecret ? seen : 'no secret';
  return (
    `${id}  ${state}  ${cabinet}  ${chargers} chargers, ${freeSlots} free of ${slots} slots  ` +
    `${tariff}  ${printable(station.name)}\n`
  );
}
