import type { RiderData } from '../../../contract/profile.ts';
import type { Db } from '../../db/database.ts';
import { campaignTypes } from '../campaigns/campaignQueries.ts';

/** A rider's entries in raffles, for the file with all data about the rider. */
export async function entryData(db: Db, userId: string): Promise<RiderData['raffleEntries']> {
  const entries = await db
    .selectFrom('raffle_entries')
    .innerJoin(campaignTypes(db).as('campaign'), 'campaign.id', 'raffle_entries.raffle_id')
    .select(['campaign.type', 'raffle_entries.number', 'raffle_entries.day'])
    .select(['raffle_entries.prize', 'raffle_entries.at'])
    .where('raffle_entries.user_id', '=', userId)
    .orderBy('raffle_entries.at')
    .execute();
  return entries.map(({ type, number, day, prize, at }) => ({
    raffle: type,
    number,
    day,
    prize,
    at: at.toISOString(),
  }));
}
