/** What one button of the map stands for: a station, or several that would lie on top of each other. */
export interface Group {
  /** The first of the stations in it by id: the button of a group stays that of its first part. */
  key: string;
  lat: number;
  lng: number;
  stations: number;
  chargers: number;
  freeSlots: number;
  /** The stations in it, as far as they are known one by one and few enough to list. */
  ids: readonly string[];
  /** The zoom at which it comes apart; null for one station, and where no zoom parts them. */
  splitsAt: number | null;
  /** Holds the station to go to. */
  isMarked: boolean;
}

interface Pixel {
  x: number;
  y: number;
}

/** A pin and the gap to the next one, in pixels: targets are 44 px and 8 apart. */
const cell = 52;

const mostListed = 100;

interface Place {
  at: Pixel;
  group: Group;
}

export interface Scene {
  zoom: number;
  deepest: number;
  /** The pixel of a place at `zoom`. */
  project: (point: { lat: number; lng: number }) => Pixel;
  /** Never more than this many, however large the screen. */
  most: number;
}

/**
 * Joins groups that a finger could not tell apart. The marked one keeps its place, and otherwise the
 * same groups join whatever the order in which they come: nothing jumps while the map is dragged.
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
  let places = join(ordered, cell, scene);
  for (let wider = cell * 1.5; places.length > scene.most; wider *= 1.5) {
    places = join(places, wider, scene);
  }
  return places.map(({ group }) => group);
}

function join(ordered: readonly Place[], gap: number, scene: Scene): Place[] {
  const places: Place[] = [];
  for (const one of ordered) {
    const near = places.find(
      ({ at }) => Math.abs(at.x - one.at.x) < gap && Math.abs(at.y - one.at.y) < gap,
    );
    if (near) near.group = sum(near.group, one.group, splitZoom(near, one, scene));
    else places.push({ ...one });
  }
  return places;
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

/** Each zoom doubles what lies between two places. */
function splitZoom(a: Place, b: Place, { zoom, deepest }: Scene): number | null {
  const between = Math.max(Math.abs(a.at.x - b.at.x), Math.abs(a.at.y - b.at.y));
  const apart = zoom + Math.max(1, Math.ceil(Math.log2(cell / between)));
  return apart <= deepest ? apart : null;
}
