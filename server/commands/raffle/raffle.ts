import type { Db } from '../../db/database.ts';
import { stateOf } from '../../modules/campaigns/campaignRows.ts';
import { CampaignRefusedError } from '../../modules/campaigns/insertCampaign.ts';
import { createCampaign } from '../../modules/raffles/createCampaign.ts';
import { isoInZone } from '../../timeZones.ts';
import { readRaffle } from '../campaigns/readCampaign.ts';
import { end } from '../campaigns/campaigns.ts';
import type { CampaignContext } from '../campaigns/context.ts';
import {
  onDatabase,
  readArgs,
  plain,
  RefusedError,
  UsageError,
  type Command,
  type Program,
} from '../runCommand.ts';
import { fetchDraws, fetchRaffle, parseRaffleAddress } from './fetchRaffle.ts';
import { checkDraws } from './checkDraws.ts';
import { help } from './help.ts';

export const raffle: Program<CampaignContext> = {
  help,
  explained: [CampaignRefusedError],
  commands: { create, list: plain('list', list), end, verify },
};

async function create(args: string[]): Promise<Command<CampaignContext>> {
  const { campaign: wanted } = await readRaffle(args);
  return onDatabase(async (db, { settings, clock }) => {
    const { type, seedHash } = await createCampaign(db, wanted, settings.currency, clock.now());
    const { timeZone, startsAt, endsAt } = wanted;
    const times = [startsAt, endsAt].map((at) => isoInZone(at, timeZone)).join(' to ');
    return `${type} runs from ${times}.\nThe hash of its seed is ${seedHash}: publish it.\n`;
  });
}

/** The list does not show the seeds, because they reveal the coming draws. */
async function list(db: Db, { clock }: CampaignContext): Promise<string> {
  const rows = await db
    .selectFrom('raffles')
    .innerJoin('campaigns', 'campaigns.id', 'raffles.campaign_id')
    .selectAll('campaigns')
    .select(['raffles.seed_hash', 'raffles.next_number'])
    .orderBy('campaigns.starts_at')
    .execute();
  const lines = rows.map((row) => {
    const times = [row.starts_at, row.ends_at].map((at) => isoInZone(at, row.time_zone));
    const state = stateOf(row, clock.now());
    return [row.type, state, ...times, row.next_number - 1, row.claims, row.seed_hash];
  });
  const head = ['type', 'state', 'starts', 'ends', 'entries', 'won', 'seed hash'];
  return [head, ...lines].map((cells) => `${cells.join(',')}\n`).join('');
}

const shownDifferences = 20;

function verify(args: string[]): Command<CampaignContext> {
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
