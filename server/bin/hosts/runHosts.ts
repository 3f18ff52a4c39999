import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import type { Clock } from '../../clock.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { explainFailure } from '../databaseWords.ts';
import { help } from './help.ts';
import { asCsv, listed } from './showHosts.ts';

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

/** Nobody of that reference is there. */
class UnknownError extends Error {
  override readonly name = 'UnknownError';
}

type Command = (db: Db, clock: Clock) => Promise<string>;

/** Runs one command. @returns the exit code: 1 where it could not be done, 2 where it is no command. */
export async function runHosts(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      around.stdout.write(help);
      return 0;
    }
    const command = commandOf(args);
    const database = await around.open();
    try {
      around.stdout.write(await command(database.db, around.clock));
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      around.stderr.write(`${error.message}\n\n${help}`);
      return 2;
    }
    const message = error instanceof UnknownError ? error.message : explainFailure(error);
    if (message === null) throw error;
    if (message !== '') around.stderr.write(`${message}\n`);
    return message === '' ? 0 : 1;
  }
}

function commandOf([name, ...args]: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  if (values.all && name !== 'list') throw new UsageError('--all goes with list.');
  switch (name) {
    case 'list':
      nothing(name, positionals);
      return (db) => list(db, values.all);
    case 'export':
      nothing(name, positionals);
      return async (db) => asCsv(await interests(db).execute());
    case 'done':
      return done(referenceOf(positionals));
    case 'erase':
      return erase(referenceOf(positionals));
    default:
      throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  }
}

const interests = (db: Db) =>
  db.selectFrom('host_interests').selectAll().orderBy('created_at').orderBy('id');

async function list(db: Db, all: boolean): Promise<string> {
  const rows = await interests(db)
    .$if(!all, (query) => query.where('done_at', 'is', null))
    .execute();
  if (rows.length > 0) return listed(rows);
  return all ? 'Nobody wrote.\n' : 'Nobody is to be answered.\n';
}

function done(reference: string): Command {
  return async (db, clock) => {
    const row = await db
      .updateTable('host_interests')
      .set(({ fn, val }) => ({ done_at: fn.coalesce('done_at', val(clock.now())) }))
      .where('reference', '=', reference)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new UnknownError(`There is no ${reference}.`);
    return `${reference} is done.\n`;
  };
}

function erase(reference: string): Command {
  return async (db) => {
    const row = await db
      .deleteFrom('host_interests')
      .where('reference', '=', reference)
      .returning('id')
      .executeTakeFirst();
    if (!row) throw new UnknownError(`There is no ${reference}.`);
    return `${reference} is erased.\n`;
  };
}

function nothing(name: string, positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`${name} takes no name.`);
}

function referenceOf([reference, ...others]: readonly string[]): string {
  if (!reference || others.length > 0) throw new UsageError('Name one, such as H-7K3M-29QX.');
  return reference.toUpperCase();
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { all: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
}
