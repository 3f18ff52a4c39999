import { formerCommand } from '../formerCommand.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { campaignCommands } from '../ops/promotions/campaigns.ts';
import type { Program } from '../runCommand.ts';

const { create, list, end } = campaignCommands('with npm run campaigns');

const help = `Creates, lists and ends campaigns.

  npm run campaigns -- create|list|end …
      The same as npm run ops -- campaigns, which --help explains, without the need for --why.
`;

/** The former command to change campaigns. It calls the server like `npm run ops -- campaigns`. */
export const campaigns: Program<OpsContext> = formerCommand(
  { help, commands: { create, list, end } },
  { former: 'campaigns', present: 'campaigns' },
);
