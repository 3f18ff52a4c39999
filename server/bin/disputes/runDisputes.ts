import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Changes } from '../../changes.ts';
import { ChangesRelay } from '../../changesRelay.ts';
import type { Clock } from '../../clock.ts';
import type { Db, OpenDatabase } from '../../db/database.ts';
import { createLogger } from '../../http/logger.ts';
import {
  answerDispute,
  DisputeError,
  type DisputeAnswer,
} from '../../modules/orders/answerDispute.ts';
import { Outbox } from '../../outbox/outbox.ts';
import type { Settings } from '../../settings.ts';
import { transact } from '../../work.ts';
import { explainFailure } from '../databaseWords.ts';
import { help } from './help.ts';
import { inUnits, listDisputes } from './listDisputes.ts';

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
export async function runDisputes(args: readonly string[], around: Surroundings): Promise<number> {
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
    const message = error instanceof DisputeError ? error.message : explainFailure(error);
    if (message === null) throw error;
    if (message !== '') around.stderr.write(`${message}\n`);
    return message === '' ? 0 : 1;
  }
}

function commandOf([name, ...args]: readonly string[]): Command {
  const { values, positionals } = parsed(args);
  const { amount, all } = values;
  switch (name) {
    case 'list':
      refuse(positionals.length > 0 || amount !== undefined, 'list takes nothing but --all.');
      return (db) => listDisputes(db, all);
    case 'refund':
      refuse(all === (amount !== undefined), 'Say either --amount or --all.');
      return answer(positionals, { refund: amount === undefined ? 'all' : amountOf(amount) });
    case 'reject':
      refuse(all || amount !== undefined, 'reject takes no amount.');
      return answer(positionals, { reject: true });
    default:
      throw new UsageError(name ? `There is no command ${name}.` : 'A command is missing.');
  }
}

function answer([number, ...others]: readonly string[], wanted: DisputeAnswer): Command {
  if (!number || others.length > 0) throw new UsageError('Name one order.');
  return async (db, { settings, clock }) => {
    const log = createLogger('silent');
    const changes = new Changes();
    const outbox = new Outbox({ db, clock, log });
    // The rider may be looking at the order by way of the running server.
    const relay = settings.databaseUrl
      ? new ChangesRelay({ db, changes, log }, settings.databaseUrl)
      : null;
    try {
      const { refunded, currency, isRepeated } = await transact(
        { db, clock, log, changes, outbox },
        (work) => answerDispute(work, number.toUpperCase(), wanted),
      );
      const what =
        refunded === null
          ? 'nothing is given back'
          : `${inUnits(refunded, currency)} is given back`;
      return `Order ${number.toUpperCase()}: ${what}${isRepeated ? ', as was decided before' : ''}.\n`;
    } finally {
      await relay?.stop();
    }
  };
}

function amountOf(text: string): number {
  refuse(!/^[1-9]\d{0,8}$/.test(text), '--amount is a whole number above zero, such as 100.');
  return Number(text);
}

function refuse(wrong: boolean, message: string): void {
  if (wrong) throw new UsageError(message);
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: { amount: { type: 'string' }, all: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(error.message);
  }
}
