import { formerCommand } from '../formerCommand.ts';
import { ledger as present } from '../ops/money/accounting.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import type { Program } from '../runCommand.ts';

const help = `Checks the ledger of the running server.

This command is now npm run ops -- ledger …, and the next version removes it.

  npm run ledger -- check
      Recomputes every GoCash balance from the entries of the ledger and from the movements that
      riders see, and compares the bookings with payments, orders and top-ups. Prints each difference
      on a line. It changes nothing.

The command calls the running server at OPS_URL with OPERATOR_KEY, with the session of
npm run ops -- login, or with the key that the server wrote to the file operator-key.
`;

/** The former name of `ops ledger check`. */
export const ledger: Program<OpsContext> = formerCommand(
  { help, commands: { check: present.commands.check } },
  { former: 'ledger', present: 'ledger' },
);
