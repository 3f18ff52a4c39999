import { pointOf, type PositionRange } from '../../../contract/rules/places/tiles.ts';
import { circleRanges, holdCircle, metresBetween, rings, type Point } from './positionsAround.ts';

export interface FoundStation {
  id: string;
  /** The number of the station's position on the map. */
  position: number;
}

export interface Look {
  found: FoundStation[];
  /** The index of the range in which the limit was reached. It is null if all ranges were read. */
  stoppedIn: number | null;
}

/** Reads the ranges in their order, and stops after `limit` entries. */
export type LookThrough = (ranges: readonly PositionRange[], limit: number) => Promise<Look>;

/**
 * The maximum number of stations in the first read. It is several times the usual `count`, because
 * a square around the point also contains stations that are not among the nearest.
 */
const seenAtFirst = 400;
const seenInCircle = 1_000;
/** The maximum number of stations in a second read, if the first read found too few stations. */
const seenAtMost = 2_000;
/**
 * The maximum number of reads, not counting a second read of the square. Each read covers at most
 * an eighth of the width of the previous read. So this number of reads leads from the whole world
 * to a small area.
 */
const maxLooks = 6;
/**
 * Each position number belongs to a small square. Each point of the square is at most this far from
 * the middle of the square.
 */
const squareMetres = 1;

/**
 * Returns the `count` stations nearest to the point, and all other stations at nearly the same distance as the farthest
 * of these. The result is not sorted. The function searches a growing square around the point. If nearer stations may
 * be outside of the square, it then searches the circle that must contain the nearest stations.
 */
export async function nearestPositions(
  look: LookThrough,
  point: Point,
  count: number,
): Promise<FoundStation[]> {
  const known = new Map<string, { found: FoundStation; metres: number }>();
  const add = (found: readonly FoundStation[]) => {
    for (const one of found) {
      known.set(one.id, { found: one, metres: metresBetween(point, pointOf(one.position)) });
    }
  };
  /**
   * The distance of the farthest of the `count` nearest stations, plus the error of the positions. It is null while
   * fewer stations are known.
   */
  const reach = () => {
    const metres = [...known.values()].map((one) => one.metres).sort((a, b) => a - b)[count - 1];
    return metres === undefined ? null : metres + 2 * squareMetres;
  };
  const nearest = () => {
    const within = reach() ?? Infinity;
    return [...known.values()].flatMap(({ found, metres }) => (metres <= within ? [found] : []));
  };

  const around = rings(point);
  const ranges = around.flatMap((ring) => ring.ranges);
  let first = await look(ranges, seenAtFirst);
  add(first.found);
  if (first.stoppedIn !== null && reach() === null) {
    first = await look(ranges, Math.max(seenAtMost, 4 * count));
    add(first.found);
  }
  if (first.stoppedIn === null) return nearest();
  const whole = lastWhole(around, first.stoppedIn);
  const within = reach();
  if (within === null || (whole && holdCircle(whole, point, within))) return nearest();

  for (let looks = 1; looks < maxLooks; looks++) {
    const next = await look(
      circleRanges(point, reach() ?? Infinity),
      Math.max(seenInCircle, 4 * count),
    );
    add(next.found);
    if (next.stoppedIn === null) break;
  }
  return nearest();
}

/** The tiles of the largest square that was read completely. */
function lastWhole(around: ReturnType<typeof rings>, stoppedIn: number) {
  let [seen, whole]: [number, ReturnType<typeof rings>[number]['tiles'] | null] = [0, null];
  for (const { ranges, tiles } of around) {
    seen += ranges.length;
    if (seen > stoppedIn) break;
    whole = tiles;
  }
  return whole;
}
