import {
  CaseActed,
  CaseList,
  type CaseOutcome,
  type CaseSummary,
} from '../../../contract/operators/desk.ts';
import { cases } from '../cases/cases.ts';
import { formerCommand } from '../formerCommand.ts';
import { inUnits } from '../inUnits.ts';
import { callServer, type OpsContext } from '../ops/opsClient.ts';
import {
  onlyOne,
  readArgs,
  refuse,
  RefusedError,
  type Command,
  type Program,
} from '../runCommand.ts';
import { help } from './help.ts';

const kind = 'dispute';
const why = 'decided with npm run disputes';

/**
 * The former command to decide disputes by the number of the order. Now each dispute is a case of the desk.
 */
export const disputes: Program<OpsContext> = formerCommand(
  {
    help,
    commands: {
      list(args) {
        const { positionals, amount, all, as } = read(args);
        refuse(positionals.length > 0 || amount !== undefined, 'list takes only --all.');
        return cases.commands.list([
          '--kind',
          kind,
          ...(all ? ['--state', 'all'] : []),
          ...(as === undefined ? [] : ['--as', as]),
        ]);
      },
      refund(args) {
        const { positionals, amount, all, as } = read(args);
        refuse(all === (amount !== undefined), 'refund takes either --amount or --all.');
        return decide(
          positionals,
          { kind: 'refund', amount: amount === undefined ? 'all' : amountOf(amount) },
          as,
        );
      },
      reject(args) {
        const { positionals, amount, all, as } = read(args);
        refuse(all || amount !== undefined, 'reject takes no amount.');
        return decide(positionals, { kind: 'none' }, as);
      },
    },
  },
  { former: 'disputes', present: 'cases' },
);

const read = (args: string[]) =>
  readArgs(args, {
    amount: { type: 'string' },
    all: { type: 'boolean', default: false },
    as: { type: 'string' },
  });

function decide(
  positionals: readonly string[],
  outcome: CaseOutcome,
  as: string | undefined,
): Command<OpsContext> {
  const order = onlyOne(positionals, 'Give the number of one order.').toUpperCase();
  const query = new URLSearchParams({ kind, order, state: 'all' });
  return async (context) => {
    const path = `/api/ops/cases?${query.toString()}`;
    const [found] = (await callServer(context, CaseList, path, { as })).cases;
    if (!found) throw new RefusedError(`There is no dispute about order ${order}.`);
    const isRepeated = hasOutcome(found, outcome);
    const { outcome: done } = isRepeated ? found : await close(context, found, outcome, as);
    const refunded = done?.amount === undefined ? null : inUnits(done.amount, done.currency ?? '');
    const what = refunded === null ? 'no refund' : `${refunded} is refunded`;
    return `Order ${order}: ${what}${isRepeated ? ' (answered before)' : ''}.\n`;
  };
}

async function close(
  context: OpsContext,
  { number }: CaseSummary,
  outcome: CaseOutcome,
  as: string | undefined,
): Promise<CaseSummary> {
  const options = { body: { outcome, why }, as };
  const path = `/api/ops/cases/${encodeURIComponent(number)}/close`;
  return (await callServer(context, CaseActed, path, options)).case;
}

/** Whether the case is already closed with this outcome. If the amount is `all`, every refund is this outcome. */
function hasOutcome({ outcome: done }: CaseSummary, outcome: CaseOutcome): boolean {
  if (done?.kind !== outcome.kind) return false;
  return outcome.kind !== 'refund' || outcome.amount === 'all' || outcome.amount === done.amount;
}

function amountOf(text: string): number {
  refuse(!/^[1-9]\d{0,8}$/.test(text), '--amount must be a whole number above zero, such as 100.');
  return Number(text);
}
