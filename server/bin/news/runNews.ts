import { readFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Changes } from '../../changes.ts';
import type { Clock } from '../../clock.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { createLogger } from '../../http/logger.ts';
import {
  NewNews,
  NewsRepeatedError,
  publishNews,
} from '../../modules/notifications/publishNews.ts';
import { Outbox } from '../../outbox/outbox.ts';
import { transact } from '../../work.ts';
import { explainFailure } from '../databaseWords.ts';
import { help } from './help.ts';

export interface Surroundings {
  open: () => Promise<OpenDatabase>;
  clock: Clock;
  stdout: Writable;
  stderr: Writable;
}

/** The command was not understood; `message` says what of it. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The file cannot be published; `message` says why. */
class FileError extends Error {
  override readonly name = 'FileError';
}

type Command = (db: Db, around: Surroundings) => Promise<string>;

/** Runs one command. @returns the exit code: 1 where it could not be done, 2 where it is no command. */
export async function runNews(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      around.stdout.write(help);
      return 0;
    }
    const command = await commandOf(args);
    const database = await around.open();
    try {
      around.stdout.write(await command(database.db, around));
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      around.stderr.write(`${error.message}\n\n${help}`);
      return 2;
    }
    const isExplained = error instanceof FileError || error instanceof NewsRepeatedError;
    const message = isExplained ? error.message : explainFailure(error);
    if (message === null) throw error;
    if (message !== '') around.stderr.write(`${message}\n`);
    return message === '' ? 0 : 1;
  }
}

async function commandOf([name, ...args]: readonly string[]): Promise<Command> {
  const { file } = parsed(args);
  switch (name) {
    case 'publish':
      if (file === undefined) throw new UsageError('publish takes --file.');
      return publish(await readNews(file));
    case 'list':
      if (file !== undefined) throw new UsageError('list takes nothing.');
      return list;
    default:
      throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  }
}

/** Read and checked before a database is opened. */
async function readNews(file: string): Promise<NewNews> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new FileError(`${file} cannot be read: ${error.code ?? error.message}.`);
  });
  const result = NewNews.safeParse(parseJson(text, file));
  if (result.success) return result.data;
  const lines = result.error.issues.map(
    ({ path, message }) => `${file}: ${path.join('.') || 'the file'}: ${message}`,
  );
  throw new FileError(lines.join('\n'));
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new FileError(`${file} is no JSON: ${error.message}.`);
    throw error;
  }
}

function publish(news: NewNews): Command {
  return async (db, { clock }) => {
    const log = createLogger('silent');
    const outbox = new Outbox({ db, clock, log });
    const deps = { db, clock, log, outbox, changes: new Changes() };
    await transact(deps, (work) => publishNews(work, news));
    return `“${news.title.en}” is published; the server tells it.\n`;
  };
}

async function list(db: Db): Promise<string> {
  const rows = await db.selectFrom('news').selectAll().orderBy('published_at', 'desc').execute();
  if (rows.length === 0) return 'Nothing was published yet.\n';
  return rows
    .map(({ published_at, riders, finished_at, words, link }) => {
      const told = `told to ${riders}${finished_at ? '' : ' so far'}`;
      return `${published_at.toISOString()}  ${told}  ${words.title.en}${link ? `  ${link}` : ''}\n`;
    })
    .join('');
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options: { file: { type: 'string' } } }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
}
