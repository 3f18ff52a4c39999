import type { FastifyRequest } from 'fastify';
import { CampaignClaim, type ClaimCampaign } from '../../../contract/campaigns.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import type { Dependencies } from '../../dependencies.ts';
import { ProblemError } from '../../http/problem.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { queueForUser } from '../auth/users.ts';
import { isRefusedReward } from '../rewards/creditReward.ts';
import { lockCampaign, stateOf, type CampaignRow } from './campaignRows.ts';
import { namedStations, readClaimant, type LastEntryDays } from './claimant.ts';
import { claimOnce } from './claimOnce.ts';
import { grantReward } from './grantReward.ts';
import { storeClaimHashes } from './riderHashes.ts';
import { obstacleTo } from './obstacles.ts';

type Needed = Dependencies & { lastEntryDays: LastEntryDays };

/**
 * Claims an offer, once per `Idempotency-Key`.
 *
 * @throws {ProblemError} campaignNotFound, campaignNotStarted, campaignEnded, campaignClaimed,
 * campaignNotForYou, campaignSoldOut, and the errors of `claimOnce`.
 */
export function claimCampaign(
  deps: Needed,
  request: FastifyRequest,
  userId: string,
  type: string,
  { near }: ClaimCampaign,
): Promise<CampaignClaim> {
  return claimOnce(deps, request, userId, CampaignClaim, (work) =>
    claim(work, deps, userId, type, near),
  );
}

async function claim(
  work: UnitOfWork,
  deps: Needed,
  userId: string,
  type: string,
  near: ClaimCampaign['near'],
): Promise<CampaignClaim> {
  const { trx, now } = work;
  // With this lock, the claims of a rider run one after the other, even in different campaigns, because a rider may
  // claim only one offer for new riders.
  await queueForUser(trx, userId);
  const campaign = await lockCampaign(trx, type, deps.settings.currency);
  if (campaign.reward === null) throw new ProblemError('campaignNotFound');
  requireOpen(campaign, now);
  const claimant = await readClaimant(trx, deps, userId, [campaign]);
  const stations = await namedStations(trx, [campaign]);
  const obstacle = obstacleTo(campaign, claimant, { now, near, stations });
  if (obstacle) throw new ProblemError(refusals[obstacle]);
  const forNew = campaign.audience === 'newRiders' && campaign.reward.kind === 'goCash';
  if (forNew && (await isRefusedReward(trx, deps.settings, userId))) {
    throw new ProblemError('campaignNotForYou');
  }
  if (stateOf(campaign, now) === 'soldOut') throw new ProblemError('campaignSoldOut');
  await storeClaimHashes(trx, campaign, claimant.traces);
  return grantReward(work, deps.settings, campaign, userId, campaign.reward);
}

/** @throws {ProblemError} campaignNotStarted, campaignEnded. */
export function requireOpen(campaign: CampaignRow, now: Date): void {
  const state = stateOf(campaign, now);
  if (state === 'upcoming') throw new ProblemError('campaignNotStarted');
  if (state === 'ended') throw new ProblemError('campaignEnded');
}

const refusals = {
  claimed: 'campaignClaimed',
  notNewRider: 'campaignNotForYou',
  otherCity: 'campaignNotForYou',
} as const satisfies Record<string, ErrorCode>;
