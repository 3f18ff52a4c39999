import type { Clock } from '../../clock.ts';
import {
  answerDispute,
  DisputeError,
  type DisputeAnswer,
} from '../../modules/orders/answerDispute.ts';
import type { Settings } from '../../settings/settings.ts';
import { answerRider } from '../answerRider.ts';
import {
  onDatabase,
  readArgs,
  refuse,
  UsageError,
  type Command,
  type Program,
  type Terminal,
} from '../runCommand.ts';
import { help } from './help.ts';
import { inUnits, listDisputes } from './listDisputes.ts';

export interface Surroundings extends Terminal {
  settings: Pick<Settings, 'databaseUrl'>;
  clock: Clock;
}

export const disputes: Program<Surroundings> = {
  help,
  explained: [DisputeError],
  commands: {
    list(args) {
      const { positionals, amount, all } = read(args);
      refuse(positionals.length > 0 || amount !== undefined, 'list takes nothing but --all.');
      return onDatabase((db) => listDisputes(db, all));
    },
    refund(args) {
      const { positionals, amount, all } = read(args);
      refuse(all === (amount !== undefined), 'Say either --amount or --all.');
      return answer(positionals, { refund: amount === undefined ? 'all' : amountOf(amount) });
    },
    reject(args) {
      const { positionals, amount, all } = read(args);
      refuse(all || amount !== undefined, 'reject takes no amount.');
      return answer(positionals, { reject: true });
    },
  },
};

const read = (args: string[]) =>
  readArgs(args, { amount: { type: 'string' }, all: { type: 'boolean', default: false } });

function answer(
  [number, ...others]: readonly string[],
  wanted: DisputeAnswer,
): Command<Surroundings> {
  if (!number || others.length > 0) throw new UsageError('Name one order.');
  const name = number.toUpperCase();
  return onDatabase(async (db, around) => {
    const { refunded, currency, isRepeated } = await answerRider(db, around, (work) =>
      answerDispute(work, name, wanted),
    );
    const what =
      refunded === null ? 'nothing is given back' : `${inUnits(refunded, currency)} is given back`;
    return `Order ${name}: ${what}${isRepeated ? ', as was decided before' : ''}.\n`;
  });
}

function amountOf(text: string): number {
  refuse(!/^[1-9]\d{0,8}$/.test(text), '--amount is a whole number above zero, such as 100.');
  return Number(text);
}
