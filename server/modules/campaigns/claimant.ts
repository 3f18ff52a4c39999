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

/** The rider's data that decides which campaigns the rider can claim. */
export interface Claimant {
  registeredAt: Date;
  hasRented: boolean;
  /**
   * Whether another account has received a reward for an invite, and had the phone number or a social account of this
   * rider. Then this rider is not new.
   */
  wasKnown: boolean;
  traces: RiderHashes;
  /**
   * For each campaign, the higher of two numbers: the claims of this account, and the highest
   * number of claims that is stored for one of the rider's hashes.
   */
  claims: ReadonlyMap<string, number>;
  /** For each raffle, the last day on which the rider entered, with this or another account. */
  lastDays: ReadonlyMap<string, string>;
  /** The ids of the offers for new riders that the rider has claimed, with this or another account. */
  newRiderClaims: ReadonlySet<string>;
  /** The stations at which the rider has rented. The list is empty if no campaign is for cities. */
  rented: readonly ({ id: string } & Point)[];
}

/**
 * Returns the last day on which the rider's account entered each raffle, as `YYYY-MM-DD` by the id of the
 * raffle. The raffle module supplies this function.
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

/** The later of two days, for each raffle. */
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

/**
 * The claims of this account, together with the claims and entries of other accounts that have a rider hash of this
 * rider.
 */
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

/** The positions of the stations that define the cities of these campaigns. */
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
