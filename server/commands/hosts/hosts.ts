import { formerCommand } from '../formerCommand.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { hostCommands } from '../ops/promotions/announcements.ts';
import type { Program } from '../runCommand.ts';

const help = `Lists and answers the requests of hosts, who would like to have a station.

  npm run hosts -- list|export|done|erase …
      The same as npm run ops -- hosts, which --help explains, without the need for --why.
`;

/** The former command to answer hosts. It calls the server like `npm run ops -- hosts`. */
export const hosts: Program<OpsContext> = formerCommand(
  { help, commands: hostCommands('with npm run hosts') },
  { former: 'hosts', present: 'hosts' },
);
