import { formerCommand } from '../formerCommand.ts';
import { reconciliation as present } from '../ops/money/accounting.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import type { Program } from '../runCommand.ts';

const help = `Shows how our books compare with the payment provider's. The server compares them once a day.

This command is now npm run ops -- reconciliation …, and the next version removes it.

  npm run reconciliation -- day [YYYY-MM-DD]
      The transactions of a day at the provider, by currency: how many, gross, fees, net and payouts.
      Then each difference of the day. Without a date: yesterday. Days are those of RECONCILE_ZONE.

  npm run reconciliation -- differences
      All differences that nothing has explained yet, the oldest first.

Amounts are in minor units of the currency. The amount of a difference is the provider's minus ours.

The command calls the running server at OPS_URL with OPERATOR_KEY, with the session of
npm run ops -- login, or with the key that the server wrote to the file operator-key.
`;

/** The former name of `ops reconciliation`. */
export const reconciliation: Program<OpsContext> = formerCommand(
  { help, commands: { day: present.commands.day, differences: present.commands.differences } },
  { former: 'reconciliation', present: 'reconciliation' },
);
