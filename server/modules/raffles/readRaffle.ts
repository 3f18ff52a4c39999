import type { Raffle, RaffleDraws } from '../../../contract/raffle.ts';
import type { Db } from '../../db/database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import { endOf, findCampaign, type CampaignRow } from '../campaigns/campaignRows.ts';
import { readClaimant } from '../campaigns/claimant.ts';
import { dayIn, nextDay } from '../campaigns/localTime.ts';
import type { Timely } from '../campaigns/readCampaigns.ts';
import { readClaims } from '../campaigns/readClaims.ts';
import { lastEntryDays } from './lastEntryDays.ts';

/**
 * The maximum number of a rider's entries that are shown. A rider can enter once a day, and the newest entries are
 * shown.
 */
const shownEntries = 200;
const drawsAtOnce = 1000;

type Needed = Pick<Dependencies, 'db' | 'settings' | 'clock'>;

/**
 * A raffle, as a rider sees it. After the end of the raffle, it contains the seed.
 *
 * @throws {ProblemError} campaignNotFound
 */
export async function readRaffle(
  { db, settings, clock }: Needed,
  userId: string | null,
  type: string,
): Promise<Timely<Raffle>> {
  const now = clock.now();
  const campaign = await findCampaign(db, type, settings.currency);
  const raffle = await db
    .selectFrom('raffles')
    .selectAll()
    .where('campaign_id', '=', campaign.id)
    .executeTakeFirst();
  if (!raffle) throw new ProblemError('campaignNotFound');
  const end = endOf(campaign);
  const value = {
    type: campaign.type,
    prizes: raffle.prizes,
    outOf: raffle.out_of,
    seedHash: raffle.seed_hash,
    seed: end <= now ? raffle.seed : null,
    entries: raffle.next_number - 1,
    mine: userId === null ? null : await entriesOf(db, settings, userId, campaign, now),
  };
  return { value, until: end > now ? end : null };
}

async function entriesOf(
  db: Db,
  settings: Needed['settings'],
  userId: string,
  campaign: CampaignRow,
  now: Date,
): Promise<Raffle['mine']> {
  const { lastDays } = await readClaimant(db, { settings, lastEntryDays }, userId, []);
  const lastDay = lastDays.get(campaign.id);
  const hasEntered = lastDay !== undefined && lastDay >= dayIn(campaign.time_zone, now);
  const rows = await db
    .selectFrom('raffle_entries')
    .select(['number', 'prize', 'claim_id', 'at'])
    .where('raffle_id', '=', campaign.id)
    .where('user_id', '=', userId)
    .orderBy('number', 'desc')
    .limit(shownEntries)
    .execute();
  const claims = await readClaims(db, userId, now, { campaignIds: [campaign.id] });
  const claimOf = new Map(claims.map(({ claim }) => [claim.id, claim]));
  return {
    nextEntryAt: hasEntered ? nextDay(campaign.time_zone, now).toISOString() : null,
    entries: rows.map(({ number, prize, claim_id, at }) => ({
      number,
      at: at.toISOString(),
      prize,
      claim: claim_id === null ? null : (claimOf.get(claim_id) ?? null),
    })),
  };
}

/**
 * Up to `drawsAtOnce` draws of the entries with numbers above `after`, without data about the
 * riders. `next` is the number after which the next page begins; null if there are no more draws.
 *
 * @throws {ProblemError} campaignNotFound
 */
export async function listDraws(
  { db, settings }: Pick<Needed, 'db' | 'settings'>,
  type: string,
  after: number,
): Promise<RaffleDraws> {
  const campaign = await findCampaign(db, type, settings.currency);
  if (campaign.kind !== 'raffle') throw new ProblemError('campaignNotFound');
  const rows = await db
    .selectFrom('raffle_entries')
    .select(['number', 'prize'])
    .where('raffle_id', '=', campaign.id)
    .where('number', '>', after)
    .orderBy('number')
    .limit(drawsAtOnce + 1)
    .execute();
  const draws = rows.slice(0, drawsAtOnce);
  return { draws, next: rows.length > drawsAtOnce ? (draws.at(-1)?.number ?? null) : null };
}
