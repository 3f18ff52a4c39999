import { formerCommand } from '../formerCommand.ts';
import { chargebacks as present } from '../ops/money/chargebacks.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import type { Program } from '../runCommand.ts';
import { help } from './help.ts';

const why = ['--why', 'lifted with npm run chargebacks'];

/** The former name of `ops chargebacks`. It adds a default reason, because the former command had no `--why`. */
export const chargebacks: Program<OpsContext> = formerCommand(
  {
    help,
    commands: {
      list: present.commands.list,
      lift: (args) => present.commands.lift([...why, ...args]),
    },
  },
  { former: 'chargebacks', present: 'chargebacks' },
);
