import type { Clock } from '../../clock.ts';
import {
  answerDispute,
  DisputeError,
  type DisputeAnswer,
} from '../../modules/orders/answerDispute.ts';
import type { Settings } from '../../settings/settings.ts';
import { runAndAnnounce } from '../runAndAnnounce.ts';
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

export interface DisputesContext extends Terminal {
  settings: Pick<Settings, 'databaseUrl'>;
  clock: Clock;
}

export const disputes: Program<DisputesContext> = {
  help,
  explained: [DisputeError],
  commands: {
    list(args) {
      const { positionals, amount, all } = read(args);
      refuse(positionals.length > 0 || amount !== undefined, 'list takes only --all.');
      return onDatabase((db) => listDisputes(db, all));
    },
    refund(args) {
      const { positionals, amount, all } = read(args);
      refuse(all === (amount !== undefined), 'refund takes either --amount or --all.');
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
