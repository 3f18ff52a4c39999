import type { Settings } from '../../settings/settings.ts';
import { formerCommand } from '../formerCommand.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { campaignCommands } from '../ops/promotions/campaigns.ts';
import { readArgs, RefusedError, UsageError, type Command, type Program } from '../runCommand.ts';
import { fetchDraws, fetchRaffle, parseRaffleAddress } from './fetchRaffle.ts';
import { checkDraws } from './checkDraws.ts';
import { help } from './help.ts';

interface RaffleContext extends OpsContext {
  settings: Pick<Settings, 'operator' | 'publicUrl'>;
}

const { 'create-raffle': create, list, end } = campaignCommands('with npm run raffle');

/** The former command to change raffles. It calls the server like `npm run ops -- campaigns`. */
const former = formerCommand(
  { help, commands: { create, list, end } },
  { former: 'raffle -- create|list|end', present: 'campaigns create-raffle|list|end' },
);

export const raffle: Program<RaffleContext> = {
  help,
  commands: { ...former.commands, verify },
};

const shownDifferences = 20;

function verify(args: string[]): Command<RaffleContext> {
  const { hash, positionals } = readArgs(args, { hash: { type: 'string' } });
  const [where, ...more] = positionals;
  if (where === undefined || more.length > 0) {
    throw new UsageError('verify takes one type, or one address.');
  }
  const published = hash?.trim().toLowerCase() ?? null;
  if (published !== null && !/^[0-9a-f]{64}$/.test(published)) {
    throw new RefusedError('--hash: expected 64 hexadecimal digits.');
  }
  return async ({ settings }) => {
    const address = parseRaffleAddress(where, settings.publicUrl);
    const { seed, ...terms } = await fetchRaffle(address);
    if (seed === null) {
      throw new RefusedError(
        `${address.type} has not ended yet. Its seed is published at the end.\n` +
          `Note the seed's hash until then: ${terms.seedHash}`,
      );
    }
    const draws = await fetchDraws(address);
    const found = checkDraws(terms, seed, draws, published);
    if (found.length > 0) {
      const rest = found.length - shownDifferences;
      const shown = found.slice(0, shownDifferences);
      throw new RefusedError([...shown, ...(rest > 0 ? [`And ${rest} more.`] : [])].join('\n'));
    }
    const won = draws.filter(({ prize }) => prize !== null).length;
    return (
      `${address.type}: ${draws.length} draws, of which ${won} won, match the seed.\n` +
      `The seed's hash is ${terms.seedHash}${published === null ? '' : ', as published before'}.\n`
    );
  };
}
