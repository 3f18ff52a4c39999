import type { Point } from '../geocoder.ts';
import type { Shape } from './items.ts';

/** The length of a degree of latitude. */
export const metresPerDegree = 111_195;

export interface Nearest {
  point: Point;
  metres: number;
}

/**
 * The point of a shape that is nearest to `to`. It is computed on a flat map, which is exact enough within
 * a city.
 */
export function nearestOf(shape: Shape, to: Point): Nearest {
  const shrink = Math.cos((to.lat * Math.PI) / 180);
  const flat = ({ lat, lng }: Point) => ({
    x: wrapped(lng - to.lng) * shrink * metresPerDegree,
    y: (lat - to.lat) * metresPerDegree,
  });
  let nearest: Nearest = { point: to, metres: Infinity };
  for (const line of shape) {
    for (const [index, end] of line.entries()) {
      const start = line[index - 1] ?? end;
      const [a, b] = [flat(start), flat(end)];
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const length = dx * dx + dy * dy;
      const along = length === 0 ? 0 : -(a.x * dx + a.y * dy) / length;
      const part = Math.min(1, Math.max(0, along));
      const metres = Math.hypot(a.x + part * dx, a.y + part * dy);
      if (metres < nearest.metres) nearest = { point: between(start, end, part), metres };
    }
  }
  return nearest;
}

/**
 * A point near the middle of the shape. The point is on the shape, such as on the line of a street.
 */
export function centreOf(shape: Shape): Point {
  const sum = { lat: 0, lng: 0, weight: 0 };
  const first = shape[0]?.[0] ?? { lat: 0, lng: 0 };
  for (const line of shape) {
    for (const [index, end] of line.entries()) {
      const start = line[index - 1] ?? end;
      // A single position has no length, but its weight must be above zero.
      const weight = Math.hypot(end.lat - start.lat, wrapped(end.lng - start.lng)) + 1e-9;
      const middle = between(start, end, 1 / 2);
      sum.lat += middle.lat * weight;
      sum.lng += (first.lng + wrapped(middle.lng - first.lng)) * weight;
      sum.weight += weight;
    }
  }
  return nearestOf(shape, { lat: sum.lat / sum.weight, lng: sum.lng / sum.weight }).point;
}

/**
 * Points along the shape. In each of its lines, the latitudes and the longitudes of neighbouring points differ by at
 * most `step` degrees.
 */
export function* pointsAlong(shape: Shape, step: number): Generator<Point> {
  for (const line of shape) {
    for (const [index, end] of line.entries()) {
      const start = line[index - 1] ?? end;
      const parts = Math.ceil(
        Math.max(Math.abs(end.lat - start.lat), Math.abs(wrapped(end.lng - start.lng))) / step,
      );
      for (let part = 1; part < parts; part++) yield between(start, end, part / parts);
      yield end;
    }
  }
}

const between = (a: Point, b: Point, part: number): Point => ({
  lat: a.lat + (b.lat - a.lat) * part,
  lng: wrapped(a.lng + wrapped(b.lng - a.lng) * part),
});

/** Brings a longitude, or a difference of two longitudes, into the range from -180 to 180. */
export const wrapped = (degrees: number) =>
  Math.abs(degrees) <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180;
