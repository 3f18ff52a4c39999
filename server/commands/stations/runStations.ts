import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { Clock } from '../../clock.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { refreshCells } from '../../modules/stations/stationCells.ts';
import type { Settings } from '../../settings/settings.ts';
import { explainFailure } from '../explainFailure.ts';
import { FileError } from './entry.ts';
import { exportFormats, exportStations } from './exportStations.ts';
import { help } from './help.ts';
import { importStations } from './importStations.ts';
import { labelledStations } from './labelledStations.ts';
import { labelPage, labelSizes } from './labels.ts';
import { replaceFile } from './newFile.ts';

export interface StationsContext {
  settings: Pick<Settings, 'publicUrl' | 'brand'>;
  open: () => Promise<OpenDatabase>;
  clock: Clock;
  stdout: Writable;
  stderr: Writable;
}

/** The command line is invalid; `message` has the reason. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Runs one command. @returns the exit code: 1 if it failed, 2 if the command is unknown. */
export async function runStations(
  args: readonly string[],
  context: StationsContext,
): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      context.stdout.write(help);
      return 0;
    }
    await commandOf(args)(context);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      context.stderr.write(`${error.message}\n\n${help}`);
      return 2;
    }
    const message = explain(error);
    if (message === null) throw error;
    if (message !== '') context.stderr.write(`${message}\n`);
    return message === '' ? 0 : 1;
  }
}

type Command = (context: StationsContext) => Promise<void>;

function commandOf([name, ...args]: readonly string[]): Command {
  switch (name) {
    case 'import':
      return importCommand(args);
    case 'export':
      return exportCommand(args);
    case 'labels':
      return labelsCommand(args);
    default:
      throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  }
}

function importCommand(args: string[]): Command {
  const { values, positionals } = parsed(args, {
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
  // A slash ends the system's name in stored sources.
  if (text('system')?.includes('/'))
    throw new UsageError('--system must be a name without a slash.');
  const options = {
    file,
    dryRun: values['dry-run'] === true,
    secretsFile: text('secrets'),
    idsFile: text('make-ids'),
    system: text('system'),
    tariff: text('tariff'),
    timeZone: text('time-zone'),
  };
  return ({ stdout, clock, open }) =>
    withDatabase(open, async (db) => {
      const { inserted, updated, unchanged } = await importStations(db, clock.now(), options);
      // A running server also does this, a little later; with the embedded database no server is
      // running.
      if (!options.dryRun && inserted + updated > 0) await refreshCells(db);
      const counts = `${inserted} new, ${updated} changed, ${unchanged} unchanged`;
      stdout.write(options.dryRun ? `Dry run: ${counts}. Nothing was written.\n` : `${counts}.\n`);
      if (options.dryRun || inserted === 0 || options.secretsFile === null) return;
      stdout.write(
        `The secrets of the new cabinets are in ${options.secretsFile}. They are not stored anywhere else. ` +
          'Set up each cabinet with its secret, then delete the file.\n',
      );
    });
}

function exportCommand(args: string[]): Command {
  const { values, positionals } = parsed(args, { format: { type: 'string', default: 'csv' } });
  const [file] = atMostOne(positionals);
  const format = oneOf(exportFormats, values, 'format');
  return ({ settings, stdout, open }) =>
    withDatabase(open, (db) =>
      exportStations(db, { format, publicUrl: settings.publicUrl }, (text) =>
        write(text, file, stdout),
      ),
    );
}

function labelsCommand(args: string[]): Command {
  const { values, positionals } = parsed(args, {
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
  return ({ settings, stdout, stderr, open }) =>
    withDatabase(open, async (db) => {
      const stations = await labelledStations(db, ids);
      if (new URL(settings.publicUrl).hostname === 'localhost') {
        stderr.write(
          `The codes lead to ${settings.publicUrl}, which no phone can reach: set PUBLIC_URL.\n`,
        );
      }
      await write(labelPage(stations, { size, settings }), file, stdout);
    });
}

async function withDatabase<T>(
  open: StationsContext['open'],
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const database = await open();
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

async function write(
  text: AsyncIterable<string>,
  file: string | undefined,
  stdout: Writable,
): Promise<void> {
  if (file !== undefined) return replaceFile(file, text);
  await pipeline(Readable.from(text), stdout, { end: false });
}

type Options = Record<string, { type: 'string' | 'boolean'; default?: string | boolean }>;

function parsed(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
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

/** A message for the operator; null for an unexpected error, empty if no message is needed. */
function explain(error: unknown): string | null {
  return error instanceof FileError ? error.message : explainFailure(error);
}
