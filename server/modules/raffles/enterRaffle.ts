import type { FastifyRequest } from 'fastify';
import type { Selectable } from 'kysely';
import { RaffleEntry, type RafflePrize } from '../../../contract/raffle.ts';
import { prizeOn } from '../../../contract/rules/promotions/raffle.ts';
import { uniqueViolation, type Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { queueForUser } from '../auth/users.ts';
import { lockCampaign } from '../campaigns/campaignRows.ts';
import { requireOpen } from '../campaigns/claimCampaign.ts';
import { claimOnce } from '../campaigns/claimOnce.ts';
import { namedStations, readClaimant } from '../campaigns/claimant.ts';
import { grantReward } from '../campaigns/grantReward.ts';
import { dayIn } from '../campaigns/localTime.ts';
import { storeEntryHashes } from '../campaigns/riderHashes.ts';
import { audienceObstacle } from '../campaigns/obstacles.ts';
import { lastEntryDays } from './lastEntryDays.ts';
import { drawNumber } from './draw.ts';

type RaffleRow = Selectable<Database['raffles']>;

/**
 * Enters a rider in a raffle, once per `Idempotency-Key`: draws a number, and gives the rider the prize of the drawn
 * number. There is no prize if no prize has this number, or if the prize is out of stock.
 *
 * @throws {ProblemError} campaignNotFound, campaignNotStarted, campaignEnded, campaignNotForYou, campaignClaimed if the
 * rider has entered today, and the errors of `claimOnce`.
 */
export function enterRaffle(
  deps: Dependencies,
  request: FastifyRequest,
  userId: string,
  type: string,
): Promise<RaffleEntry> {
  return claimOnce(deps, request, userId, RaffleEntry, (work) =>
    enter(work, deps.settings, userId, type),
  ).catch((error: unknown) => {
    if (uniqueViolation(error) !== 'raffle_entries_one_a_day') throw error;
    throw new ProblemError('campaignClaimed');
  });
}

async function enter(
  work: UnitOfWork,
  settings: Dependencies['settings'],
  userId: string,
  type: string,
): Promise<RaffleEntry> {
  const { trx, now } = work;
  await queueForUser(trx, userId);
  // With this lock, entries run one after the other, so that their numbers have no gaps.
  const campaign = await lockCampaign(trx, type, settings.currency);
  const raffle = await findRaffle(trx, campaign.id);
  requireOpen(campaign, now);
  const claimant = await readClaimant(trx, { settings, lastEntryDays }, userId, [campaign]);
  const stations = await namedStations(trx, [campaign]);
  if (audienceObstacle(campaign, claimant, { now, near: null, stations })) {
    throw new ProblemError('campaignNotForYou');
  }
  const day = dayIn(campaign.time_zone, now);
  if (!(await storeEntryHashes(trx, campaign.id, claimant.traces, day))) {
    throw new ProblemError('campaignClaimed');
  }

  const number = raffle.next_number;
  const prize = await prizeFor(trx, raffle, type, number);
  const claim = prize ? await grantReward(work, settings, campaign, userId, prize.reward) : null;
  await trx
    .insertInto('raffle_entries')
    .values({
      raffle_id: campaign.id,
      number,
      user_id: userId,
      day,
      prize: prize?.index ?? null,
      claim_id: claim?.id ?? null,
      at: now,
    })
    .execute();
  await trx
    .updateTable('raffles')
    .set({ next_number: number + 1 })
    .where('campaign_id', '=', campaign.id)
    .execute();
  return { number, at: now.toISOString(), prize: prize?.index ?? null, claim };
}

/** @throws {ProblemError} campaignNotFound if the campaign is not a raffle. */
async function findRaffle(trx: Trx, campaignId: string): Promise<RaffleRow> {
  const raffle = await trx
    .selectFrom('raffles')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst();
  if (!raffle) throw new ProblemError('campaignNotFound');
  return raffle;
}

async function prizeFor(
  trx: Trx,
  { campaign_id, seed, prizes, out_of }: RaffleRow,
  type: string,
  number: number,
): Promise<RafflePrize | null> {
  const prize = prizeOn(prizes, drawNumber(seed, type, number, out_of));
  if (!prize || prize.stock === null) return prize;
  const { count } = await trx
    .selectFrom('raffle_entries')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('raffle_id', '=', campaign_id)
    .where('prize', '=', prize.index)
    .executeTakeFirstOrThrow();
  return count < prize.stock ? prize : null;
}
