import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** A rider's claims of campaigns, and entries in raffles. */
export async function collectCampaigns(
  db: Db,
  userId: string,
): Promise<Pick<RiderData, 'campaignClaims' | 'raffleEntries'>> {
  const claims = await db
    .selectFrom('campaign_claims')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_claims.campaign_id')
    .select(['campaigns.type', 'campaign_claims.reward', 'campaign_claims.at'])
    .where('campaign_claims.user_id', '=', userId)
    .orderBy('campaign_claims.at')
    .execute();
  const entries = await db
    .selectFrom('raffle_entries')
    .innerJoin('campaigns', 'campaigns.id', 'raffle_entries.raffle_id')
    .select(['campaigns.type', 'raffle_entries.number', 'raffle_entries.day'])
    .select(['raffle_entries.prize', 'raffle_entries.at'])
    .where('raffle_entries.user_id', '=', userId)
    .orderBy('raffle_entries.at')
    .execute();
  return {
    campaignClaims: claims.map(({ type, reward, at }) => ({
      campaign: type,
      reward,
      at: at.toISOString(),
    })),
    raffleEntries: entries.map(({ type, number, day, prize, at }) => ({
      raffle: type,
      number,
      day,
      prize,
      at: at.toISOString(),
    })),
  };
}
