import { parseArgs } from 'node:util';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { answerInterest, eraseInterest } from '../../modules/hosts/answerInterest.ts';
import {
  noCommand,
  onDatabase,
  parsed,
  RefusedError,
  runCommand,
  UsageError,
  type Command,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { asCsv, listed } from './showHosts.ts';

export interface HostsContext extends Terminal {
  clock: Clock;
}

/** Runs one command. @returns the exit code: 1 if it failed, 2 if the command is unknown. */
export function runHosts(args: readonly string[], context: HostsContext): Promise<number> {
  return runCommand(args, { help, commandOf }, context);
}

function commandOf(name: string | undefined, args: string[]): Command<HostsContext> {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      options: { all: { type: 'boolean', default: false } },
      allowPositionals: true,
    }),
  );
  if (values.all && name !== 'list') throw new UsageError('Only list takes --all.');
  switch (name) {
    case 'list':
      nothing(name, positionals);
      return onDatabase((db) => list(db, values.all));
    case 'export':
      nothing(name, positionals);
      return onDatabase(async (db) => asCsv(await interests(db).execute()));
    case 'done':
      return done(referenceOf(positionals));
    case 'erase':
      return erase(referenceOf(positionals));
    default:
      throw noCommand(name);
  }
}

const interests = (db: Db) =>
  db.selectFrom('host_interests').selectAll().orderBy('created_at').orderBy('reference');

async function list(db: Db, all: boolean): Promise<string> {
  const rows = await interests(db)
    .$if(!all, (query) => query.where('done_at', 'is', null))
    .execute();
  if (rows.length > 0) return listed(rows);
  return all ? 'There are no requests.\n' : 'There are no unanswered requests.\n';
}

function done(reference: string): Command<HostsContext> {
  return onDatabase(async (db, { clock }) => {
    const isKnown = await answerInterest(db, reference, clock.now());
    if (!isKnown) throw new RefusedError(`There is no ${reference}.`);
    return `${reference} is done.\n`;
  });
}

function erase(reference: string): Command<HostsContext> {
  return onDatabase(async (db) => {
    const isKnown = await eraseInterest(db, reference);
    if (!isKnown) throw new RefusedError(`There is no ${reference}.`);
    return `${reference} is erased.\n`;
  });
}

function nothing(name: string, positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`${name} takes no reference.`);
}

function referenceOf([reference, ...others]: readonly string[]): string {
  if (!reference || others.length > 0)
    throw new UsageError('Give one reference, such as H-7K3M-29QX.');
  return reference.toUpperCase();
}
