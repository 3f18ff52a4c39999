import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../../clock.ts';
import { refreshCells } from '../../modules/stations/stationCells.ts';
import type { Settings } from '../../settings/settings.ts';
import { onDatabase, readArgs, UsageError } from '../runCommand.ts';
import type { Command, Program, Terminal } from '../runCommand.ts';
import { FileError } from '../../modules/network/import/entry.ts';
import { exportFormats, exportStations } from './exportStations.ts';
import { help } from './help.ts';
import { importStations } from './importStations.ts';
import { labelledStations } from './labelledStations.ts';
import { labelPage, labelSizes } from './labels.ts';
import { replaceFile } from './newFile.ts';

export interface StationsContext extends Terminal {
  settings: Pick<Settings, 'publicUrl' | 'brand'>;
  clock: Clock;
}

export const stations: Program<StationsContext> = {
  help,
  explained: [FileError],
  commands: { import: importCommand, export: exportCommand, labels: labelsCommand },
};

function importCommand(args: string[]): Command<StationsContext> {
  const { positionals, ...values } = readArgs(args, {
    'dry-run': { type: 'boolean', default: false },
    secrets: { type: 'string' },
    'make-ids': { type: 'string' },
    system: { type: 'string' },
    tariff: { type: 'string' },
    'time-zone': { type: 'string' },
  });
  const [file] = atMostOne(positionals);
  if (!file) throw new UsageError('The file to import is missing.');
  const text = (name: string) => textOf(values, name);
  // Stored sources have a slash after the name of the system.
  if (text('system')?.includes('/'))
    throw new UsageError('--system must be a name without a slash.');
  const options = {
    file,
    dryRun: values['dry-run'],
    secretsFile: text('secrets'),
    idsFile: text('make-ids'),
    system: text('system'),
    tariff: text('tariff'),
    timeZone: text('time-zone'),
  };
  return onDatabase(async (db, { clock }) => {
    const { inserted, updated, unchanged } = await importStations(db, clock.now(), options);
    // A running server does the same, a little later. With the embedded database, no server is running
    // during the import.
    if (!options.dryRun && inserted + updated > 0) await refreshCells(db, clock.now());
    const counts = `${inserted} new, ${updated} changed, ${unchanged} unchanged`;
    if (options.dryRun) return `Dry run: ${counts}. Nothing was written.\n`;
    if (inserted === 0 || options.secretsFile === null) return `${counts}.\n`;
    return (
      `${counts}.\nThe secrets of the new cabinets are in ${options.secretsFile}, and nowhere else. ` +
      'Set up each cabinet with its secret, then delete the file.\n'
    );
  });
}

function exportCommand(args: string[]): Command<StationsContext> {
  const { positionals, ...values } = readArgs(args, { format: { type: 'string', default: 'csv' } });
  const [file] = atMostOne(positionals);
  const format = oneOf(exportFormats, values, 'format');
  return onDatabase(async (db, { settings, stdout }) => {
    await exportStations(db, { format, publicUrl: settings.publicUrl }, (text) =>
      write(text, file, stdout),
    );
    return '';
  });
}

function labelsCommand(args: string[]): Command<StationsContext> {
  const { positionals, ...values } = readArgs(args, {
    size: { type: 'string', default: 'a4' },
    ids: { type: 'string' },
  });
  const [file] = atMostOne(positionals);
  const size = oneOf(labelSizes, values, 'size');
  const ids =
    textOf(values, 'ids')
      ?.split(/[\s,]+/)
      .filter(Boolean) ?? null;
  if (ids?.length === 0) throw new UsageError('--ids names no station.');
  return onDatabase(async (db, { settings, stdout, stderr }) => {
    const labelled = await labelledStations(db, ids);
    if (new URL(settings.publicUrl).hostname === 'localhost') {
      stderr.write(
        `The codes lead to ${settings.publicUrl}, which no phone can reach: set PUBLIC_URL.\n`,
      );
    }
    await write(labelPage(labelled, { size, settings }), file, stdout);
    return '';
  });
}

async function write(
  text: AsyncIterable<string>,
  file: string | undefined,
  stdout: Writable,
): Promise<void> {
  if (file !== undefined) return replaceFile(file, text);
  await pipeline(Readable.from(text), stdout, { end: false });
}

function atMostOne(positionals: string[]): string[] {
  if (positionals.length <= 1) return positionals;
  throw new UsageError(`Only one file is allowed: ${positionals.join(' ')}`);
}

function textOf(values: Record<string, unknown>, name: string): string | null {
  const value = values[name];
  if (value === '') throw new UsageError(`--${name} is empty.`);
  return typeof value === 'string' ? value : null;
}

function oneOf<T extends string>(
  known: readonly T[],
  values: Record<string, unknown>,
  name: string,
): T {
  const found = known.find((one) => one === values[name]);
  if (found) return found;
  throw new UsageError(`--${name} must be one of ${known.join(', ')}.`);
}
