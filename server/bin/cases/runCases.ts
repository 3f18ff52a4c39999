import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Changes } from '../../changes.ts';
import { ChangesRelay } from '../../changesRelay.ts';
import type { Clock } from '../../clock.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { createLogger } from '../../http/logger.ts';
import { answerReport, ReportAnswer, ReportError } from '../../modules/support/answerReport.ts';
import { Outbox } from '../../outbox/outbox.ts';
import type { Settings } from '../../settings.ts';
import { transact } from '../../work.ts';
import { explainFailure } from '../databaseWords.ts';
import { help } from './help.ts';
import { listCases } from './listCases.ts';

export interface Surroundings {
  settings: Pick<Settings, 'databaseUrl'>;
  open: () => Promise<OpenDatabase>;
  clock: Clock;
  stdout: Writable;
  stderr: Writable;
}

/** The command was not understood; `message` says what of it. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Command = (db: Db, around: Surroundings) => Promise<string>;

/** Runs one command. @returns the exit code: 1 where it could not be done, 2 where it is no command. */
export async function runCases(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    if (args.includes('--help') || args.includes('-h')) {
      around.stdout.write(help);
      return 0;
    }
    const command = commandOf(args);
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
    const message = error instanceof ReportError ? error.message : explainFailure(error);
    if (message === null) throw error;
    if (message !== '') around.stderr.write(`${message}\n`);
    return message === '' ? 0 : 1;
  }
}

function commandOf([name, ...args]: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  const { text, all } = values;
  switch (name) {
    case 'list':
      refuse(positionals.length > 0 || text !== undefined, 'list takes nothing but --all.');
      return (db) => listCases(db, all);
    case 'answer':
      refuse(all, 'answer takes one case.');
      return answer(positionals, text);
    default:
      throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  }
}

function answer([number, ...others]: readonly string[], text: string | undefined): Command {
  if (!number || others.length > 0) throw new UsageError('Name one case.');
  const words = ReportAnswer.safeParse(text);
  if (!words.success) throw new UsageError('--text is plain text of at most 2000 characters.');
  const name = number.toUpperCase();
  return async (db, { settings, clock }) => {
    const log = createLogger('silent');
    const changes = new Changes();
    const outbox = new Outbox({ db, clock, log });
    // The rider may be using the running server.
    const relay = settings.databaseUrl
      ? new ChangesRelay({ db, changes, log }, settings.databaseUrl)
      : null;
    try {
      const { isRepeated } = await transact({ db, clock, log, changes, outbox }, (work) =>
        answerReport(work, name, words.data),
      );
      return `Case ${name}: the rider ${isRepeated ? 'was told so before' : 'is told'}.\n`;
    } finally {
      await relay?.stop();
    }
  };
}

function refuse(wrong: boolean, message: string): void {
  if (wrong) throw new UsageError(message);
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { text: { type: 'string' }, all: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
}
