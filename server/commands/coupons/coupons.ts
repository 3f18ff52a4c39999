import { formerCommand } from '../formerCommand.ts';
import { couponCommands } from '../ops/promotions/coupons.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import type { Program } from '../runCommand.ts';

/** The former command to change coupons. It calls the server like `npm run ops -- coupons`. */
export const coupons: Program<OpsContext> = formerCommand(
  { help: helpOf(), commands: couponCommands('with npm run coupons') },
  { former: 'coupons', present: 'coupons' },
);

function helpOf(): string {
  return `Creates, lists and ends coupons.

  npm run coupons -- create|list|end …
      The same as npm run ops -- coupons, which --help explains, without the need for --why.
`;
}
