import { pointAt, worldPixel } from '../places/mercator.ts';
import type { Pixel } from '../places/mercator.ts';

/**
 * A button on the map for one station, or for several stations. Stations share a button if their own buttons would
 * overlap, or if the map would have too many buttons.
 */
export interface Group {
  /**
   * The lowest id of the stations in the group. It identifies the button of the group, so that the button stays the
   * same when the map moves.
   */
  key: string;
  lat: number;
  lng: number;
  stations: number;
  chargers: number;
  freeSlots: number;
  /**
   * The ids of the stations in the group. The list can be incomplete, for example if the group splits at a deeper zoom.
   * In the input of `mergeOverlapping`, the group of the highlighted station must list this station. In the result, a
   * group lists at most 100 stations.
   */
  ids: readonly string[];
  /**
   * The zoom at which the group splits. The value is null for a single station, or if no zoom splits the
   * group.
   */
  splitsAt: number | null;
  /** True if the group contains the highlighted station. */
  isMarked: boolean;
}

/**
 * The width of a pin and the gap beside it, in pixels. Targets are 44 pixels wide and 8 pixels
 * apart.
 */
const cell = 52;

/** The distance in pixels below which the stations of a tile are grouped. */
export const clusterRadius = 52;

const mostListed = 100;

interface PositionedGroup {
  at: Pixel;
  group: Group;
}

export interface Scene {
  zoom: number;
  deepest: number;
  /**
   * The highlighted station as a group of one station; null if no station in view is highlighted. The station is also
   * part of another group. `mergeOverlapping` removes it from that group and subtracts its counts, so both groups must
   * come from the same data.
   */
  highlighted: Group | null;
  /** The highest number of groups, whatever the size of the screen is. */
  most: number;
}

/**
 * Merges groups that are too close for a finger. If more than `scene.most` groups remain, merges groups that
 * are farther apart, too. The highlighted station always has its own pin: it is removed from its group, and groups that
 * would overlap this pin move away from it. The result does not depend on the order of the input, so no group jumps
 * while the user drags the map. Longitudes must not jump at the date line: pass 179 and 181, not 179 and -179.
 */
export function mergeOverlapping(groups: readonly Group[], scene: Scene): Group[] {
  const { highlighted, zoom } = scene;
  const fixed = highlighted === null ? null : worldPixel(highlighted, zoom);
  const others =
    highlighted === null ? groups : groups.flatMap((group) => without(highlighted, group));
  const ordered = others
    .map((group) => {
      const at = worldPixel(group, zoom);
      return fixed === null ? { group, at } : moveBeside(fixed, { group, at }, zoom);
    })
    .sort(
      (a, b) =>
        Number(b.group.isMarked) - Number(a.group.isMarked) ||
        b.group.stations - a.group.stations ||
        (a.group.key < b.group.key ? -1 : 1),
    );
  let merged = join(ordered, cell, scene);
  const most = highlighted === null ? scene.most : Math.max(1, scene.most - 1);
  for (let wider = cell * 1.5; merged.length > most; wider *= 1.5) {
    merged = join(merged, wider, scene);
  }
  const shown = merged.map(({ group }) => ({ ...group, ids: group.ids.slice(0, mostListed) }));
  return highlighted === null ? shown : [highlighted, ...shown];
}

/** Removes the station from the group. The list is empty if no other station is left. */
function without(station: Group, group: Group): Group[] {
  if (!group.ids.includes(station.key)) return [group];
  if (group.stations === 1) return [];
  const ids = group.ids.filter((id) => id !== station.key).sort();
  return [
    {
      ...group,
      key: group.key === station.key ? (ids[0] ?? `~${group.lat},${group.lng}`) : group.key,
      stations: group.stations - station.stations,
      chargers: group.chargers - station.chargers,
      freeSlots: group.freeSlots - station.freeSlots,
      ids,
      isMarked: false,
    },
  ];
}

/** If the group overlaps the pin at `fixed`, moves the group away on a straight line until they no longer overlap. */
function moveBeside(fixed: Pixel, one: PositionedGroup, zoom: number): PositionedGroup {
  const x = one.at.x - fixed.x;
  const y = one.at.y - fixed.y;
  const apart = Math.max(Math.abs(x), Math.abs(y));
  if (apart >= cell) return one;
  // If both are at the same place, move the group to the east.
  const at =
    apart < 0.001
      ? { x: fixed.x + cell, y: fixed.y }
      : { x: fixed.x + (x / apart) * cell, y: fixed.y + (y / apart) * cell };
  return { at, group: { ...one.group, ...pointAt(at, zoom) } };
}

function join(ordered: readonly PositionedGroup[], gap: number, scene: Scene): PositionedGroup[] {
  const merged: PositionedGroup[] = [];
  for (const one of ordered) {
    const near = merged.find(
      ({ at }) => Math.abs(at.x - one.at.x) < gap && Math.abs(at.y - one.at.y) < gap,
    );
    if (near) near.group = sum(near.group, one.group, splitZoom(near, one, scene));
    else merged.push({ ...one });
  }
  return merged;
}

function sum(first: Group, other: Group, apart: number | null): Group {
  const zooms = [first.splitsAt, other.splitsAt, apart].filter((zoom) => zoom !== null);
  return {
    key: first.key < other.key ? first.key : other.key,
    lat: first.lat,
    lng: first.lng,
    stations: first.stations + other.stations,
    chargers: first.chargers + other.chargers,
    freeSlots: first.freeSlots + other.freeSlots,
    ids: [...first.ids, ...other.ids],
    splitsAt: zooms.length === 0 ? null : Math.min(...zooms),
    isMarked: first.isMarked || other.isMarked,
  };
}

/**
 * Returns the zoom at which two groups are far enough apart; null if the map cannot zoom in so far.
 * Each zoom level doubles their distance.
 */
function splitZoom(
  a: PositionedGroup,
  b: PositionedGroup,
  { zoom, deepest }: Scene,
): number | null {
  const between = Math.max(Math.abs(a.at.x - b.at.x), Math.abs(a.at.y - b.at.y));
  const apart = zoom + Math.max(1, Math.ceil(Math.log2(cell / between)));
  return apart <= deepest ? apart : null;
}
