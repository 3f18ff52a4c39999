import { positionRange, positionZoom, tileOf } from '../rules/places/tiles.ts';

/** The number of a position, below 2^52, as the column `stations.place` of the database has it. */
export function positionNumber(lat: number, lng: number): number {
  return positionRange(tileOf(lat, lng, positionZoom)).from;
}
