import { radians } from '../../../contract/rules/places/distance.ts';
import type { Point } from './geo.ts';

// These functions are not in geo.ts, because the first load does not need them.

/**
 * Returns the direction in which the shortest way from `from` to `to` (the great circle) starts, in
 * degrees clockwise from north.
 */
export function bearingDegrees(from: Point, to: Point): number {
  const dLng = radians(to.lng - from.lng);
  const [a, b] = [radians(from.lat), radians(to.lat)];
  const east = Math.sin(dLng) * Math.cos(b);
  const north = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(dLng);
  return ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360;
}

const compassPoints = [
  'north',
  'northEast',
  'east',
  'southEast',
  'south',
  'southWest',
  'west',
  'northWest',
] as const;
type CompassPoint = (typeof compassPoints)[number];

/** Returns the compass point that is nearest to the bearing. */
export function compassPoint(bearing: number): CompassPoint {
  return compassPoints[Math.round(bearing / 45) % 8] ?? 'north';
}
