import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  ExportFormat,
  ImportStations,
  type StationsImported,
} from '../../../../contract/operators/stations.ts';
import { parseStationId } from '../../../../contract/rules/places/stationId.ts';
import { quoted } from '../../../modules/network/import/fields.ts';
import {
  jsonText,
  onlyOne,
  readArgs,
  RefusedError,
  UsageError,
  type Command,
  type Program,
} from '../../runCommand.ts';
import { fillIds } from '../../stations/fillIds.ts';
import { labelPage, labelSizes, type LabelledStation } from '../../stations/labels.ts';
import { NewFile, replaceFile } from '../../stations/newFile.ts';
import { checkFile, sendFile } from './importFile.ts';
import { downloadFile, type OpsContext } from '../opsClient.ts';
import { common, flag, text } from '../options.ts';
import { readBody } from '../readBody.ts';
import { issueMissing } from './secrets.ts';
import { allStations } from './allStations.ts';

/**
 * The commands that read and write files of stations.
 *
 * @param usualWhy the reason that an import gets if `--why` is missing. If `usualWhy` is absent, an
 *   import needs `--why`.
 */
export function stationFileCommands(usualWhy?: string): Program<OpsContext>['commands'] {
  return {
    import: (args) => importCommand(args, usualWhy),
    export: exportCommand,
    labels: labelsCommand,
  };
}

function importCommand(args: string[], usualWhy: string | undefined): Command<OpsContext> {
  const { positionals, ...given } = readArgs(args, {
    ...common,
    'dry-run': flag,
    secrets: text,
    'make-ids': text,
    system: text,
    tariff: text,
    'time-zone': text,
    why: text,
  });
  const file = onlyOne(positionals, 'import takes one file.');
  for (const name of ['secrets', 'make-ids', 'system', 'tariff', 'time-zone'] as const) {
    if (given[name] === '') throw new UsageError(`--${name} is empty.`);
  }
  const { 'dry-run': dryRun, 'make-ids': idsFile, secrets, system = null, as, json } = given;
  // Stored sources have a slash after the name of the system.
  if (system?.includes('/')) throw new UsageError('--system must be a name without a slash.');
  const options = readBody(ImportStations.omit({ entries: true, dryRun: true }), {
    why: given.why ?? (dryRun ? 'a dry run' : usualWhy),
    ...(given.tariff !== undefined && { tariff: given.tariff }),
    ...(given['time-zone'] !== undefined && { timeZone: given['time-zone'] }),
  });
  return async (context) => {
    const read = { system, makeIds: idsFile !== undefined };
    const asked = { file, read, options, as };
    const checked = await checkFile(context, asked);
    if (dryRun)
      return json
        ? jsonText(countsIn(checked))
        : `Dry run: ${countsText(checked)}. Nothing was written.\n`;
    const copies: NewFile[] = [];
    try {
      if (idsFile !== undefined) copies.push(await NewFile.create(idsFile));
      // The command refuses an existing `secrets` file before the import, because the server shows the secrets only
      // once.
      if (secrets !== undefined) await (await NewFile.create(secrets, 0o600)).discard();
      const done = await sendFile(context, asked, checked);
      for (const copy of copies) await writeIds(file, copy, done.ids);
      const issued =
        secrets === undefined
          ? null
          : await issueMissing(context, secrets, { body: { why: options.why }, as });
      return json ? jsonText(done) : importedText(done, issued);
    } catch (error) {
      for (const copy of copies) if (!copy.isFinished) await copy.discard();
      throw error;
    }
  };
}

/** Writes a copy of the imported file, and fills in the ids that the server made. */
async function writeIds(file: string, copy: NewFile, ids: StationsImported['ids']): Promise<void> {
  const made = new Map(ids.map(({ at, id }) => [at, id]));
  await fillIds(file, copy, (line) => made.get(line) ?? '');
  await copy.finish();
}

type Counts = Pick<StationsImported, 'inserted' | 'updated' | 'unchanged'>;

const countsIn = ({ inserted, updated, unchanged }: Counts): Counts => ({
  inserted,
  updated,
  unchanged,
});

const countsText = ({ inserted, updated, unchanged }: Counts) =>
  `${inserted} new, ${updated} changed, ${unchanged} unchanged`;

function importedText(done: Counts, issued: string | null): string {
  const counts = `${countsText(done)}.\n`;
  if (issued !== null) return counts + issued;
  if (done.inserted === 0) return counts;
  return `${counts}The cabinets of new stations need secrets: npm run ops -- secrets issue --missing --file FILE --why WORDS\n`;
}

function exportCommand(args: string[]): Command<OpsContext> {
  const { positionals, format = 'csv', as } = readArgs(args, { as: text, format: text });
  const file = atMostOne(positionals);
  const chosen = oneOf(ExportFormat.options, format, 'format');
  return async (context) => {
    const path = `/api/ops/stations/export?format=${chosen}`;
    await write(downloadFile(context, path, as), file, context.stdout);
    return '';
  };
}

function labelsCommand(args: string[]): Command<OpsContext> {
  const { positionals, size = 'a4', ids, as } = readArgs(args, { as: text, size: text, ids: text });
  const file = atMostOne(positionals);
  const chosen = oneOf(labelSizes, size, 'size');
  const typed = ids?.split(/[\s,]+/).filter(Boolean) ?? null;
  if (typed?.length === 0) throw new UsageError('--ids names no station.');
  return async (context) => {
    const { publicUrl = 'http://localhost', brand = { name: '', supportPhone: '' } } =
      context.settings;
    const found = (await allStations(context, { as })).filter(({ state }) => state !== 'retired');
    const labelled = typed === null ? found : chosenStations(found, typed);
    if (new URL(publicUrl).hostname === 'localhost') {
      context.stderr.write(
        `The codes lead to ${publicUrl}, which no phone can reach: set PUBLIC_URL.\n`,
      );
    }
    const page = labelPage(labelled, { size: chosen, settings: { publicUrl, brand } });
    await write(page, file, context.stdout);
    return '';
  };
}

/**
 * Returns the stations with these ids, in the order of the ids. Each id may have any form that `parseStationId`
 * accepts.
 *
 * @throws {RefusedError} that names the ids without a station.
 */
function chosenStations(
  found: readonly LabelledStation[],
  typed: readonly string[],
): LabelledStation[] {
  const known = new Map(found.map((station) => [station.id, station]));
  const chosen = typed.map((id) => known.get(parseStationId(id) ?? '') ?? null);
  const unknown = typed.filter((_, at) => chosen[at] === null);
  if (unknown.length > 0) {
    throw new RefusedError(`There is no station ${unknown.map(quoted).join(', ')}.`);
  }
  return chosen.flatMap((station) => station ?? []);
}

async function write(
  text: AsyncIterable<string | Uint8Array>,
  file: string | undefined,
  stdout: Writable,
): Promise<void> {
  if (file !== undefined) return replaceFile(file, text);
  await pipeline(Readable.from(text), stdout, { end: false });
}

function atMostOne([first, ...others]: readonly string[]): string | undefined {
  if (others.length === 0) return first;
  throw new UsageError(`Only one file is allowed: ${[first, ...others].join(' ')}`);
}

function oneOf<T extends string>(known: readonly T[], given: string, name: string): T {
  const found = known.find((one) => one === given);
  if (found) return found;
  throw new UsageError(`--${name} must be one of ${known.join(', ')}.`);
}
