import { parseArgs } from 'node:util';
import type { Clock } from '../../clock.ts';
import {
  answerDispute,
  DisputeError,
  type DisputeAnswer,
} from '../../modules/orders/answerDispute.ts';
import type { Settings } from '../../settings/settings.ts';
import { runAndAnnounce } from '../runAndAnnounce.ts';
import {
  noCommand,
  onDatabase,
  parsed,
  runCommand,
  UsageError,
  type Command,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { inUnits, listDisputes } from './listDisputes.ts';

export interface DisputesContext extends Terminal {
  settings: Pick<Settings, 'databaseUrl'>;
  clock: Clock;
}

/** Runs one command. @returns the exit code: 1 if it failed, 2 if the command is unknown. */
export function runDisputes(args: readonly string[], context: DisputesContext): Promise<number> {
  return runCommand(args, { help, commandOf, explained: [DisputeError] }, context);
}

function commandOf(name: string | undefined, args: string[]): Command<DisputesContext> {
  const { values, positionals } = parsed(() =>
    parseArgs({
      args,
      options: { amount: { type: 'string' }, all: { type: 'boolean', default: false } },
      allowPositionals: true,
    }),
  );
  const { amount, all } = values;
  switch (name) {
    case 'list':
      refuse(positionals.length > 0 || amount !== undefined, 'list takes only --all.');
      return onDatabase((db) => listDisputes(db, all));
    case 'refund':
      refuse(all === (amount !== undefined), 'refund takes either --amount or --all.');
      return answer(positionals, { refund: amount === undefined ? 'all' : amountOf(amount) });
    case 'reject':
      refuse(all || amount !== undefined, 'reject takes no amount.');
      return answer(positionals, { reject: true });
    default:
      throw noCommand(name);
  }
}

function answer(
  [number, ...others]: readonly string[],
  wanted: DisputeAnswer,
): Command<DisputesContext> {
  if (!number || others.length > 0) throw new UsageError('Give the number of one order.');
  const name = number.toUpperCase();
  return onDatabase(async (db, context) => {
    const { refunded, currency, isRepeated } = await runAndAnnounce(db, context, (work) =>
      answerDispute(work, name, wanted),
    );
    const what = refunded === null ? 'no refund' : `${inUnits(refunded, currency)} is refunded`;
    return `Order ${name}: ${what}${isRepeated ? ' (answered before)' : ''}.\n`;
  });
}

function amountOf(text: string): number {
  refuse(!/^[1-9]\d{0,8}$/.test(text), '--amount must be a whole number above zero, such as 100.');
  return Number(text);
}

function refuse(wrong: boolean, message: string): void {
  if (wrong) throw new UsageError(message);
}
