import {
  ChargebackList,
  FreezeLifted,
  type ChargebackShown,
} from '../../../../contract/operators/chargebacks.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import { inUnits } from '../../inUnits.ts';
import { printable } from '../../printable.ts';
import { jsonText, onlyOne, readArgs, refuse, UsageError, type Program } from '../../runCommand.ts';
import { callServer, type OpsContext } from '../opsClient.ts';
import { common, flag, text } from '../options.ts';

const chargebacksPath = '/api/ops/chargebacks';

/** The commands for chargebacks and the freezes of accounts. */
export const chargebacks = {
  commands: {
    list(args) {
      const { positionals, all, cursor, as, json } = readArgs(args, {
        ...common,
        all: flag,
        cursor: text,
      });
      refuse(positionals.length > 0, 'list takes only options.');
      const query = new URLSearchParams({
        ...(all && { state: 'all' }),
        ...(cursor !== undefined && { cursor }),
      });
      return async (context) => {
        const path = `${chargebacksPath}?${query.toString()}`;
        const found = await callServer(context, ChargebackList, path, { as });
        return json ? jsonText(found) : printed(found);
      };
    },
    lift(args) {
      const { positionals, why, as, json } = readArgs(args, { ...common, why: text });
      const id = onlyOne(positionals, 'lift takes one chargeback.');
      const { success, data: body } = OnlyReason.safeParse({ why });
      if (!success) throw new UsageError('--why is missing or invalid.');
      const path = `${chargebacksPath}/${encodeURIComponent(id)}/lift`;
      return async (context) => {
        const lifted = await callServer(context, FreezeLifted, path, { body, as });
        if (json) return jsonText(lifted);
        const before = lifted.repeated ? ' (lifted before)' : '';
        return `Chargeback ${printable(id)}: the freeze is lifted${before}.\n`;
      };
    },
  },
} satisfies Pick<Program<OpsContext>, 'commands'>;

function printed({ chargebacks: all, nextCursor }: ChargebackList): string {
  if (all.length === 0) return 'There are no such chargebacks.\n';
  const more = nextCursor === null ? '' : `More: --cursor ${nextCursor}\n`;
  return all.map(lineOf).join('') + more;
}

function lineOf(one: ChargebackShown): string {
  const { id, state, reason, amount, rider, order, dueAt, answeredAt, frozen, liftedAt } = one;
  const facts = [
    id,
    minute(one.openedAt),
    state,
    printable(reason),
    inUnits(amount.amount, amount.currency),
    `rider ${rider}`,
    order === null ? 'top-up' : `order ${order}`,
    answeredAt === null && dueAt !== null ? `evidence due ${minute(dueAt)}` : null,
    answeredAt === null ? null : `evidence sent ${minute(answeredAt)}`,
    frozen ? 'frozen' : null,
    liftedAt === null ? null : 'freeze lifted',
  ];
  return `${facts.filter((fact) => fact !== null).join('  ')}\n`;
}

function minute(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}
