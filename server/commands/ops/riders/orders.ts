import {
  OpsOrderList,
  OpsOrderQuery,
  OpsOrderShown,
  type OpsOrder,
} from '../../../../contract/operators/orders.ts';
import { printTimeLine } from '../../cases/showCases.ts';
import { inUnits } from '../../inUnits.ts';
import { printable } from '../../printable.ts';
import { jsonText, onlyOne, readArgs, refuse, UsageError, type Program } from '../../runCommand.ts';
import { queryOf } from '../money/queryOf.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { common, text } from '../options.ts';

const ordersPath = '/api/ops/orders';

/** The commands that read the orders of all riders. */
export const orders: Pick<Program<OpsContext>, 'commands'> = {
  commands: {
    list(args) {
      const { positionals, as, json, ...wanted } = readArgs(args, {
        ...common,
        state: text,
        station: text,
        charger: text,
        rider: text,
        from: text,
        to: text,
        cursor: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      const { error } = OpsOrderQuery.safeParse(wanted);
      if (error) throw new UsageError(`--${String(error.issues[0]?.path[0])} is invalid.`);
      return async (context) => {
        const path = ordersPath + queryOf(wanted);
        const found = await callServer(context, OpsOrderList, path, { as });
        if (json) return jsonText(found);
        const more = found.nextCursor === null ? '' : `More: --cursor ${found.nextCursor}\n`;
        return (found.orders.map(lineOf).join('') || 'There are no such orders.\n') + more;
      };
    },
    show(args) {
      const { positionals, as, json } = readArgs(args, common);
      const number = onlyOne(positionals, 'show takes one order.');
      return async (context) => {
        const path = `${ordersPath}/${encodeURIComponent(number)}`;
        const shown = await callServer(context, OpsOrderShown, path, { as });
        return json ? jsonText(shown) : printOrder(shown);
      };
    },
  },
};

function lineOf(order: OpsOrder): string {
  const { number, state, failure, rider, charger, station, slot, returnStation, total } = order;
  return `${[
    number,
    order.createdAt,
    failure === null ? state : `${state} (${failure})`,
    `rider ${rider}`,
    `charger ${printable(charger)}`,
    `from ${station} slot ${slot}`,
    returnStation && `to ${returnStation} slot ${order.returnSlot ?? '–'} at ${order.returnedAt}`,
    total && inUnits(total.amount, total.currency),
  ]
    .filter(Boolean)
    .join('  ')}\n`;
}

function printOrder(shown: OpsOrderShown): string {
  const { lines, paid, due, timeLine } = shown;
  const bill = [
    ...lines.map(({ kind, amount }) => [kind, amount] as const),
    ['paid', paid] as const,
    ['due', due] as const,
  ].map(([name, { amount, currency }]) => `  ${name.padEnd(14)} ${inUnits(amount, currency)}\n`);
  return `${lineOf(shown)}${bill.join('')}\n${printTimeLine(timeLine)}`;
}
