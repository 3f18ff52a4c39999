import { formerCommand } from '../formerCommand.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { newsCommands } from '../ops/promotions/announcements.ts';
import type { Program } from '../runCommand.ts';

const help = `Publishes news to all riders.

  npm run news -- publish|list …
      The same as npm run ops -- news, which --help explains, without the need for --why.
`;

/** The former command to publish news. It calls the server like `npm run ops -- news`. */
export const news: Program<OpsContext> = formerCommand(
  { help, commands: newsCommands('with npm run news') },
  { former: 'news', present: 'news' },
);
