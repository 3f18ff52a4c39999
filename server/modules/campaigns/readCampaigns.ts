import type { Campaign, Campaigns, ClaimObstacle } from '../../../contract/campaigns.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Point } from '../stations/positionsAround.ts';
import { campaignsIn, endOf, findCampaign, stateOf, type CampaignRow } from './campaignRows.ts';
import { namedStations, readClaimant, type LastEntryDays } from './claimant.ts';
import { byInterest, isInCities, obstacleTo, runningOf } from './obstacles.ts';
import { readClaims } from './readClaims.ts';

interface Viewer {
  /** The id of the signed-in rider. It is null for all other callers. */
  userId: string | null;
  near: Point | null;
}

/**
 * A result, and the time until which the result is valid (`until`). If the server knows no such
 * time, `until` is null.
 */
export interface Timely<T> {
  value: T;
  until: Date | null;
}

type Needed = Pick<Dependencies, 'db' | 'settings' | 'clock'> & { lastEntryDays: LastEntryDays };

/** The running campaigns, in the order in which the app shows them. */
export async function listCampaigns(deps: Needed, viewer: Viewer): Promise<Timely<Campaigns>> {
  const { db, settings } = deps;
  const now = deps.clock.now();
  const rows = await campaignsIn(db, settings.currency)
    .where('ends_at', '>', now)
    .where('ended_at', 'is', null)
    .execute();
  const running = runningOf(rows, now);
  const seen = await seenBy(deps, viewer, running, now);
  return {
    value: { campaigns: seen.toSorted(byInterest).map(({ row, mine }) => present(row, now, mine)) },
    until: soonest(rows, now),
  };
}

/** @throws {ProblemError} campaignNotFound */
export async function readCampaign(
  deps: Needed,
  viewer: Viewer,
  type: string,
): Promise<Timely<Campaign>> {
  const now = deps.clock.now();
  const row = await findCampaign(deps.db, type, deps.settings.currency);
  const [seen] = await seenBy(deps, viewer, [row], now);
  return { value: present(row, now, seen?.mine ?? null), until: soonest([row], now) };
}

interface Seen {
  row: CampaignRow;
  obstacle: ClaimObstacle | null;
  mine: Campaign['mine'];
}

async function seenBy(
  deps: Needed,
  { userId, near }: Viewer,
  rows: readonly CampaignRow[],
  now: Date,
): Promise<Seen[]> {
  if (rows.length === 0) return [];
  const { db } = deps;
  const stations = await namedStations(db, rows);
  if (userId === null) {
    // A caller who is not signed in has no obstacle. The only exception is a position outside of a campaign's cities,
    // so that the list shows the campaign after those without an obstacle.
    return rows.map((row) => {
      const isAway =
        near !== null && row.audience === 'cities' && !isInCities(row.cities, near, stations);
      return { row, obstacle: isAway ? 'otherCity' : null, mine: null };
    });
  }
  const claimant = await readClaimant(db, deps, userId, rows);
  const claims = await readClaims(db, userId, now, { campaignIds: rows.map(({ id }) => id) });
  return rows.map((row) => {
    const obstacle = obstacleTo(row, claimant, { now, near, stations });
    const own = claims.filter(({ campaignId }) => campaignId === row.id);
    return { row, obstacle, mine: { obstacle, claims: own.map(({ claim }) => claim) } };
  });
}

function present(row: CampaignRow, now: Date, mine: Campaign['mine']): Campaign {
  return {
    type: row.type,
    kind: row.kind,
    texts: row.texts,
    reward: row.reward,
    audience: row.audience,
    cities: row.cities.map(({ name }) => name),
    perPerson: row.per_person,
    startsAt: row.starts_at.toISOString(),
    endsAt: endOf(row).toISOString(),
    timeZone: row.time_zone,
    state: stateOf(row, now),
    mine,
  };
}

/** The first time after `now` at which one of these campaigns starts or ends; null if there is none. */
function soonest(rows: readonly CampaignRow[], now: Date): Date | null {
  const times = rows
    .flatMap((row) => [row.starts_at, endOf(row)])
    .filter((at) => at > now)
    .map((at) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}
