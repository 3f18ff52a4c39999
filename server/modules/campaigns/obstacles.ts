import type { ClaimObstacle } from '../../../contract/campaigns.ts';
import { metresBetween, type Point } from '../stations/positionsAround.ts';
import { stateOf, type CampaignRow } from './campaignRows.ts';
import type { Claimant } from './claimant.ts';
import { dayIn } from './localTime.ts';

/** If a city is defined by its stations, a position within this distance of one of them is in the city. In metres. */
const nearMetres = 2_000;

export interface Surroundings {
  now: Date;
  /**
   * The position of the device. A rider can send a false position, but the limits and the budget keep the damage small.
   */
  near: Point | null;
  /** The positions of the stations that campaigns name. */
  stations: ReadonlyMap<string, Point>;
}

/** Why a rider cannot claim an offer, or cannot enter a raffle today; null if the rider can. */
export function obstacleTo(
  campaign: CampaignRow,
  claimant: Claimant,
  around: Surroundings,
): ClaimObstacle | null {
  return hasClaimed(campaign, claimant, around.now)
    ? 'claimed'
    : audienceObstacle(campaign, claimant, around);
}

function hasClaimed(campaign: CampaignRow, { claims, lastDays }: Claimant, now: Date): boolean {
  if (campaign.kind === 'offer') return (claims.get(campaign.id) ?? 0) >= campaign.per_person;
  const lastDay = lastDays.get(campaign.id);
  return lastDay !== undefined && lastDay >= dayIn(campaign.time_zone, now);
}

/**
 * Why a rider does not belong to the audience of a campaign; null if the rider does. The function ignores earlier
 * claims.
 */
export function audienceObstacle(
  campaign: CampaignRow,
  claimant: Claimant,
  around: Surroundings,
): ClaimObstacle | null {
  switch (campaign.audience) {
    case 'everyone':
      return null;
    case 'newRiders':
      return isNewRider(campaign, claimant) ? null : 'notNewRider';
    case 'cities':
      return isThere(campaign, claimant, around) ? null : 'otherCity';
  }
}

function isNewRider({ id, registered_since }: CampaignRow, claimant: Claimant): boolean {
  const { hasRented, wasKnown, registeredAt, newRiderClaims } = claimant;
  if (hasRented || wasKnown) return false;
  if (registered_since !== null && registeredAt < registered_since) return false;
  return newRiderClaims.size === 0 || (newRiderClaims.size === 1 && newRiderClaims.has(id));
}

function isThere(
  { kind, cities }: CampaignRow,
  { rented }: Claimant,
  { near, stations }: Surroundings,
): boolean {
  // For a raffle, only earlier rentals count, because riders enter raffles without sending a position.
  const place = kind === 'raffle' ? null : near;
  return isInCities(cities, place, stations) || rented.some((one) => isRentedIn(cities, one));
}

/** Whether a position is in one of these cities. */
export function isInCities(
  cities: CampaignRow['cities'],
  place: Point | null,
  stations: ReadonlyMap<string, Point>,
): boolean {
  if (place === null) return false;
  return cities.some((city) => {
    if ('radiusMetres' in city) return metresBetween(city, place) <= city.radiusMetres;
    return city.stations.some((id) => {
      const station = stations.get(id);
      return station !== undefined && metresBetween(station, place) <= nearMetres;
    });
  });
}

function isRentedIn(cities: CampaignRow['cities'], station: { id: string } & Point): boolean {
  return cities.some((city) =>
    'radiusMetres' in city
      ? metresBetween(city, station) <= city.radiusMetres
      : city.stations.includes(station.id),
  );
}

const audiences: CampaignRow['audience'][] = ['newRiders', 'cities', 'everyone'];

interface Ranked {
  row: CampaignRow;
  obstacle: ClaimObstacle | null;
}

/**
 * The order in which campaigns are shown. Campaigns that the rider can claim come before the others. Within both
 * groups, the campaigns for new riders come first, then those for cities, then those for everyone. Within an audience,
 * the campaigns that end first come first.
 */
export function byInterest(a: Ranked, b: Ranked): number {
  return (
    Number(a.obstacle !== null) - Number(b.obstacle !== null) ||
    audiences.indexOf(a.row.audience) - audiences.indexOf(b.row.audience) ||
    a.row.ends_at.getTime() - b.row.ends_at.getTime() ||
    (a.row.type < b.row.type ? -1 : 1)
  );
}

/** The campaigns that are neither upcoming, ended nor sold out. */
export function runningOf(rows: readonly CampaignRow[], now: Date): CampaignRow[] {
  return rows.filter((row) => stateOf(row, now) === 'running');
}
