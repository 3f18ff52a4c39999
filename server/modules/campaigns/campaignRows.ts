import type { Selectable } from 'kysely';
import { CampaignType, type Campaign, type CampaignReward } from '../../../contract/campaigns.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { ProblemError } from '../../http/problem.ts';

export type CampaignRow = Selectable<Database['campaigns']>;

/**
 * Selects the campaigns in a currency. Pass the currency of the settings, because a campaign in another currency cannot
 * give rewards.
 */
export function campaignsIn(db: Db | Trx, currency: string) {
  return db.selectFrom('campaigns').selectAll().where('currency', '=', currency);
}

/** @throws {ProblemError} campaignNotFound, also for an invalid type. */
export async function findCampaign(
  db: Db | Trx,
  type: string,
  currency: string,
): Promise<CampaignRow> {
  return required(
    await campaignsIn(db, currency).where('type', '=', known(type)).executeTakeFirst(),
  );
}

/**
 * Locks and returns the campaign. Other claims of the campaign wait until the transaction ends, so
 * that the budget and the counts of the campaign are exact.
 *
 * @throws {ProblemError} campaignNotFound
 */
export async function lockCampaign(trx: Trx, type: string, currency: string): Promise<CampaignRow> {
  const named = campaignsIn(trx, currency).where('type', '=', known(type));
  return required(await named.forNoKeyUpdate().executeTakeFirst());
}

function known(type: string): string {
  if (!CampaignType.safeParse(type).success) throw new ProblemError('campaignNotFound');
  return type;
}

function required(row: CampaignRow | undefined): CampaignRow {
  if (!row) throw new ProblemError('campaignNotFound');
  return row;
}

/** The end of the campaign. An operator may have ended it before its planned end. */
export function endOf({ ends_at, ended_at }: Pick<CampaignRow, 'ends_at' | 'ended_at'>): Date {
  return ended_at !== null && ended_at < ends_at ? ended_at : ends_at;
}

export function stateOf(row: CampaignRow, now: Date): Campaign['state'] {
  if (endOf(row) <= now) return 'ended';
  if (row.starts_at > now) return 'upcoming';
  return isSoldOut(row) ? 'soldOut' : 'running';
}

/** Whether the rest of an offer's budget is too small for another claim. A raffle has no budget. */
function isSoldOut({
  reward,
  budget_claims,
  budget_amount,
  claims,
  granted,
}: CampaignRow): boolean {
  if (reward === null) return false;
  if (budget_claims !== null && claims >= budget_claims) return true;
  return budget_amount !== null && granted + costOf(reward) > budget_amount;
}

/**
 * The amount, in minor units, that a reward takes from a budget. Free minutes take nothing from it, because their value
 * depends on the tariff.
 */
export function costOf(reward: CampaignReward): number {
  return reward.kind === 'freeMinutes' ? 0 : reward.amount.amount;
}
