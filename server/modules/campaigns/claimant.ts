import { sql } from 'kysely';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { findUser } from '../auth/users.ts';
import { signInMethodsOf } from '../auth/signInMethods.ts';
import { isFirstRental, pickUpStations } from '../rentalRecords/rentalsOfRider.ts';
import { belongedToOther } from '../referral/rewardHashes.ts';
import type { Point } from '../stations/positionsAround.ts';
import { stationPositions } from '../stations/stationQueries.ts';
import type { CampaignRow } from './campaignRows.ts';
import { riderHashesOf, type RiderHashes } from './riderHashes.ts';

/** The data of a rider that decides which campaigns are available. */
export interface Claimant {
  registeredAt: Date;
  hasRented: boolean;
  /** The phone or social account belonged to an earlier account that got a referral reward. */
  wasKnown: boolean;
  traces: RiderHashes;
  /** Claims by campaign: of this account, or the larger number that is stored for one of its rider hashes. */
  claims: ReadonlyMap<string, number>;
  /** The last day with an entry, by raffle. */
  lastDays: ReadonlyMap<string, string>;
  /** Offers to new riders with at least one claim. */
  newRiderClaims: ReadonlySet<string>;
  /** Where the rider has rented; only read if a campaign has cities. */
  rented: readonly ({ id: string } & Point)[];
}

/**
 * Returns the last day on which the rider's account entered each raffle, `YYYY-MM-DD`, by the id of
 * the raffle. The module of the raffles supplies this function.
 */
export type LastEntryDays = (db: Db, userId: string) => Promise<ReadonlyMap<string, string>>;

/** Reads the rider's data that these campaigns need. */
export async function readClaimant(
  db: Db | Trx,
  {
    settings,
    lastEntryDays,
  }: { settings: Pick<Settings, 'codeSecret'>; lastEntryDays: LastEntryDays },
  userId: string,
  campaigns: readonly Pick<CampaignRow, 'audience'>[],
): Promise<Claimant> {
  const isWanted = (audience: CampaignRow['audience']) =>
    campaigns.some((one) => one.audience === audience);
  const { created_at: registeredAt } = await findUser(db, userId);
  const traces = await riderHashesOf(db, settings, userId);
  const past = await claimsOf(db, userId, traces);
  const entered = await lastEntryDays(db, userId);
  return {
    registeredAt,
    hasRented: isWanted('newRiders') && !(await isFirstRental(db, userId)),
    wasKnown: isWanted('newRiders') && (await wasKnown(db, settings, userId)),
    traces,
    ...past,
    lastDays: latest(past.lastDays, entered),
    rented: isWanted('cities') ? await rentedAt(db, userId) : [],
  };
}

/** For each raffle the later one of two days. */
function latest(
  one: ReadonlyMap<string, string>,
  other: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const days = new Map(one);
  for (const [raffle, day] of other) {
    const known = days.get(raffle);
    if (known === undefined || known < day) days.set(raffle, day);
  }
  return days;
}

/** Claims by this account, and claims and entries by others with the same rider hashes. */
async function claimsOf(
  db: Db | Trx,
  userId: string,
  { signInMethods, cards }: RiderHashes,
): Promise<Pick<Claimant, 'claims' | 'lastDays' | 'newRiderClaims'>> {
  const { rows } = await sql<{
    id: string;
    claims: number;
    lastDay: string | null;
    isNew: boolean;
  }>`
    select past.id, max(past.claims)::int as claims, max(past.last_day) as "lastDay",
      bool_or(campaigns.kind = 'offer' and campaigns.audience = 'newRiders') as "isNew"
    from (
      select campaign_id as id, count(*) as claims, null as last_day
        from campaign_claims where user_id = ${userId} group by campaign_id
      union all
      select campaign_id, claims, last_day from campaign_marks
        where hash = any(${[...signInMethods, ...cards]}::text[])) as past
    join campaigns on campaigns.id = past.id
    group by past.id`.execute(db);
  return {
    claims: new Map(rows.map(({ id, claims }) => [id, claims])),
    lastDays: new Map(rows.flatMap(({ id, lastDay }) => (lastDay ? [[id, lastDay]] : []))),
    newRiderClaims: new Set(
      rows.filter(({ isNew, claims }) => isNew && claims > 0).map(({ id }) => id),
    ),
  };
}

async function wasKnown(
  db: Db | Trx,
  settings: Pick<Settings, 'codeSecret'>,
  userId: string,
): Promise<boolean> {
  for (const method of await signInMethodsOf(db, userId)) {
    if (await belongedToOther(db, settings, userId, method)) return true;
  }
  return false;
}

async function rentedAt(db: Db | Trx, userId: string): Promise<Claimant['rented'][number][]> {
  const ids = await pickUpStations(db, userId);
  return ids.length === 0 ? [] : stationPositions(db).where('id', 'in', ids).execute();
}

/** The positions of stations that campaigns name instead of a circle. */
export async function namedStations(
  db: Db | Trx,
  campaigns: readonly Pick<CampaignRow, 'cities'>[],
): Promise<ReadonlyMap<string, Point>> {
  const ids = campaigns.flatMap(({ cities }) =>
    cities.flatMap((city) => ('stations' in city ? city.stations : [])),
  );
  if (ids.length === 0) return new Map();
  const rows = await stationPositions(db)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, lat, lng }) => [id, { lat, lng }]));
}
