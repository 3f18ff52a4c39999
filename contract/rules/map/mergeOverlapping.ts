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
   * The ids of the stations in the group, at most 100. Ids may be missing, for example if a deeper zoom splits the
   * group.
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

interface Pixel {
  x: number;
  y: number;
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
  /** Returns the pixel coordinates of a point at `zoom`. */
  project: (point: { lat: number; lng: number }) => Pixel;
  /** The highest number of groups, whatever the size of the screen is. */
  most: number;
}

/**
 * Merges groups that are too close for a finger. If more than `scene.most` groups remain, merges groups that
 * are farther apart, too. The highlighted group keeps its position. The result does not depend on the order
 * of the input, so no group jumps while the user drags the map.
 */
export function mergeOverlapping(groups: readonly Group[], scene: Scene): Group[] {
  const ordered = groups
    .map((group) => ({ group, at: scene.project(group) }))
    .sort(
      (a, b) =>
        Number(b.group.isMarked) - Number(a.group.isMarked) ||
        b.group.stations - a.group.stations ||
        (a.group.key < b.group.key ? -1 : 1),
    );
  let merged = join(ordered, cell, scene);
  for (let wider = cell * 1.5; merged.length > scene.most; wider *= 1.5) {
    merged = join(merged, wider, scene);
  }
  return merged.map(({ group }) => group);
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
    ids: [...first.ids, ...other.ids].slice(0, mostListed),
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
