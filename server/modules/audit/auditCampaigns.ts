import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { campaignClaims, campaignCounts, campaignTypes } from '../campaigns/campaignQueries.ts';
import { bookedEntries, bookings } from '../ledger/ledgerQueries.ts';
import { uncreditedRewards } from '../rewards/pendingRewards.ts';
import { entryNumbers, raffleNumbers } from '../raffles/raffleQueries.ts';

/** Finds wrong claims, campaigns whose counts differ from their claims, and raffles with wrong numbers. */
export async function wrongCampaigns(db: Db): Promise<string[]> {
  return [...(await wrongClaims(db)), ...(await wrongCounts(db)), ...(await wrongRaffles(db))];
}

/**
 * Finds wrong claims. Each claim of GoCash must have a ledger entry with its amount, unless the reward is pending,
 * refused or dropped. Each claim of another reward must have a coupon. A claim of GoCash must have no coupon, and each
 * ledger entry of a campaign must have a claim.
 */
async function wrongClaims(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; worth: number; booked: number }>`
    with claim as (
      select 'campaign:' || id as key, rider_coupon_id is not null as is_coupon,
        case when reward->>'kind' <> 'goCash' then null
          when uncredited.key is null then (reward->'amount'->>'amount')::int else 0 end as worth
      from ${campaignClaims(db)} as claimed
        left join ${uncreditedRewards(db)} as uncredited on uncredited.key = 'campaign:' || id),
    booking as (
      select booked.key, sum(entry.amount)::int as amount
      from ${bookings(db)} as booked
        join ${bookedEntries(db)} as entry on entry.transaction_id = booked.id
      where entry.debit like 'promotion:campaign:%' group by booked.key)
    select coalesce(claim.key, booking.key) as id, coalesce(worth, 0) as worth,
      coalesce(booking.amount, 0) as booked
    from claim full join booking on booking.key = claim.key
    where coalesce(worth, 0) <> coalesce(booking.amount, 0) or is_coupon = (worth is not null)
    order by 1`.execute(db);
  return rows.map(({ id, worth, booked }) => `${id} is worth ${worth} but ${booked} is booked`);
}

async function wrongCounts(db: Db): Promise<string[]> {
  const { rows } = await sql<Record<'type' | 'stored' | 'counted', string>>`
    select type, campaign.claims || ' of ' || granted as stored,
      count(claim.id) || ' of ' || coalesce(sum((claim.reward->'amount'->>'amount')::int), 0) as counted
    from ${campaignCounts(db)} as campaign
      left join ${campaignClaims(db)} as claim on claim.campaign_id = campaign.id
    group by campaign.id, type, campaign.claims, granted
    having campaign.claims <> count(claim.id)
      or granted <> coalesce(sum((claim.reward->'amount'->>'amount')::int), 0)
    order by type`.execute(db);
  return rows.map(
    ({ type, stored, counted }) =>
      `campaign ${type} counts claims ${stored} but there are ${counted}`,
  );
}

/** Finds raffles whose entries are not numbered from 1 without gaps, or whose next number is wrong. */
async function wrongRaffles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ type: string; next: number; entries: number }>`
    select type, next_number as next, count(entry.number)::int as entries
    from ${raffleNumbers(db)} as raffle
      join ${campaignTypes(db)} as campaign on campaign.id = raffle.campaign_id
      left join ${entryNumbers(db)} as entry on entry.raffle_id = raffle.campaign_id
    group by type, next_number
    having next_number <> count(entry.number) + 1
      or coalesce(max(entry.number), 0) <> count(entry.number)
    order by type`.execute(db);
  return rows.map(
    ({ type, next, entries }) => `raffle ${type} is at number ${next} with ${entries} entries`,
  );
}
