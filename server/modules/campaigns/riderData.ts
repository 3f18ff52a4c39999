import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';

/** A rider's claims of campaigns, for the file with all data about the rider. */
export async function claimData(db: Db, userId: string): Promise<RiderData['campaignClaims']> {
  const claims = await db
    .selectFrom('campaign_claims')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_claims.campaign_id')
    .select(['campaigns.type', 'campaign_claims.reward', 'campaign_claims.at'])
    .where('campaign_claims.user_id', '=', userId)
    .orderBy('campaign_claims.at')
    .execute();
  return claims.map(({ type, reward, at }) => ({ campaign: type, reward, at: at.toISOString() }));
}
