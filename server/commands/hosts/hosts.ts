import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { answerInterest, eraseInterest } from '../../modules/hosts/answerInterest.ts';
import {
  onDatabase,
  readArgs,
  refuse,
  RefusedError,
  UsageError,
  type Command,
  type Program,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { asCsv, listed } from './showHosts.ts';

export interface HostsContext extends Terminal {
  clock: Clock;
}

export const hosts: Program<HostsContext> = {
  help,
  commands: {
    list(args) {
      const { all, positionals } = read(args);
      refuse(positionals.length > 0, 'list takes no reference.');
      return onDatabase((db) => list(db, all));
    },
    export(args) {
      refuse(namesOf(args).length > 0, 'export takes no reference.');
      return onDatabase(async (db) => asCsv(await interests(db).execute()));
    },
    done: (args) => done(referenceOf(namesOf(args))),
    erase: (args) => erase(referenceOf(namesOf(args))),
  },
};

const read = (args: string[]) => readArgs(args, { all: { type: 'boolean', default: false } });

function namesOf(args: string[]): string[] {
  const { all, positionals } = read(args);
  refuse(all, 'Only list takes --all.');
  return positionals;
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
    if (!isKnown) throw new RefusedError(`There is no request ${reference}.`);
    return `${reference} is done.\n`;
  });
}

function erase(reference: string): Command<HostsContext> {
  return onDatabase(async (db) => {
    const isKnown = await eraseInterest(db, reference);
    if (!isKnown) throw new RefusedError(`There is no request ${reference}.`);
    return `${reference} is erased.\n`;
  });
}

function referenceOf([reference, ...others]: readonly string[]): string {
  if (!reference || others.length > 0)
    throw new UsageError('Give one reference, such as H-7K3M-29QX.');
  return reference.toUpperCase();
}
