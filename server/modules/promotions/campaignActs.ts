import { z } from 'zod';
import type {
  CampaignChanged,
  CampaignForOperators,
  CampaignList,
} from '../../../contract/operators/promotions.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { campaignsForOperators } from '../campaigns/campaignQueries.ts';
import { stateOf } from '../campaigns/campaignRows.ts';
import { CampaignRefusedError, endCampaign } from '../campaigns/insertCampaign.ts';
import { mostGivenBy, NewCampaign } from '../campaigns/newCampaign.ts';
import { actOnce } from '../operators/actOnce.ts';
import type { Act, ProvenAct } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { createCampaignIn } from '../raffles/createCampaign.ts';
import { countPromotion, type PromotionSettings } from './promotionLimit.ts';
import { refusalOf } from './refusal.ts';

/** The campaigns, the earliest start first. */
export async function listCampaignsForOperators(db: Db, now: Date): Promise<CampaignList> {
  const rows = await campaignsForOperators(db).execute();
  return { campaigns: rows.map((row) => present(row, now)) };
}

/**
 * Creates a campaign: an offer or a raffle. Its terms never change.
 *
 * @throws {OpsError} promotionInvalid, promotionExists, roleMissing above the limits of marketing, keyReused.
 */
export function createCampaignOnce(
  work: UnitOfWork,
  settings: PromotionSettings,
  wanted: Record<string, unknown>,
  act: ProvenAct,
): Promise<CampaignChanged> {
  const asked = { action: 'campaign.create', subject: null, details: { campaign: wanted } };
  return actOnce(work, asked, act, {
    async run() {
      const parsed = NewCampaign.safeParse(wanted);
      if (!parsed.success) throw refusalOf(parsed.error);
      const { data } = parsed;
      const promotion = { subject: `campaign:${data.type}`, most: mostGivenBy(data) };
      await countPromotion(work, settings, promotion, act);
      try {
        const made = await createCampaignIn(work.trx, data, settings.currency, work.now);
        const { type, seedHash } = made;
        const answer = { campaign: await find(work.trx, type, work.now), seedHash };
        return { answer, subject: type, made: { seedHash }, after: answer.campaign };
      } catch (error) {
        if (!(error instanceof CampaignRefusedError)) throw error;
        const code = error.field === 'type' ? 'promotionExists' : 'promotionInvalid';
        throw new OpsError(code, error.message);
      }
    },
    async again({ subject, details }) {
      const { seedHash } = Made.parse(details);
      return { campaign: await find(work.trx, subject, work.now), seedHash };
    },
  });
}

const Made = z.object({ seedHash: z.string().nullable() });

/** Ends a campaign. Riders keep claimed rewards. @throws {OpsError} campaignNotFound, keyReused. */
export function endCampaignOnce(
  work: UnitOfWork,
  type: string,
  act: Act,
): Promise<CampaignChanged> {
  return actOnce(work, { action: 'campaign.end', subject: type }, act, {
    async run() {
      const before = await find(work.trx, type, work.now);
      await endCampaign(work.trx, type, work.now);
      const campaign = await find(work.trx, type, work.now);
      return {
        answer: { campaign, seedHash: null },
        before: { state: before.state },
        after: { state: campaign.state },
      };
    },
    again: async () => ({ campaign: await find(work.trx, type, work.now), seedHash: null }),
  });
}

async function find(db: Db | Trx, type: string, now: Date): Promise<CampaignForOperators> {
  const row = await campaignsForOperators(db).where('type', '=', type).executeTakeFirst();
  if (!row) throw new OpsError('campaignNotFound', `There is no campaign ${type}.`);
  return present(row, now);
}

function present(
  row: Awaited<ReturnType<ReturnType<typeof campaignsForOperators>['executeTakeFirstOrThrow']>>,
  now: Date,
): CampaignForOperators {
  return {
    type: row.type,
    kind: row.kind,
    audience: row.audience,
    state: stateOf(row, now),
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    timeZone: row.time_zone,
    claims: row.claims,
    given: row.granted,
    currency: row.currency,
    mostClaims: row.budget_claims,
    mostGiven: row.budget_amount,
  };
}
