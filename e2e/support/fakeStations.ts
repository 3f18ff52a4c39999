import type { Page } from 'playwright/test';
import {
  maxStationsPerTile,
  tileBounds,
  type Bounds,
  type Tile,
} from '../../contract/rules/places/tiles.ts';
import { makeStationId } from '../../contract/rules/places/stationId.ts';
import type {
  Station,
  StationCluster,
  StationSummary,
  StationTile,
} from '../../contract/stations.ts';

/** The area that the demo's streets cover. */
const area: Bounds = { north: 41.967, south: 41.772, west: -87.802, east: -87.584 };

function idOf(index: number): string {
  let rest = index;
  return makeStationId((below) => {
    const digit = rest % below;
    rest = Math.floor(rest / below);
    return digit;
  });
}

/**
 * Creates a generator of pseudo-random numbers from 0 to 1. The numbers are the same in each run.
 */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
}

/**
 * Creates a city with `count` stations. Half of the stations are around squares, and the other half are at random
 * positions.
 */
export function makeStations(count: number): StationSummary[] {
  const random = randomNumbers(20_261_121);
  const anywhere = () => ({
    lat: area.south + random() * (area.north - area.south),
    lng: area.west + random() * (area.east - area.west),
  });
  // The map starts at the first square.
  const squares = [{ lat: 41.8781, lng: -87.6298 }, ...Array.from({ length: 60 }, anywhere)];
  return Array.from({ length: count }, (_, index) => {
    const square = index % 2 === 0 ? squares[Math.floor(random() * squares.length)] : undefined;
    const spread = () => (random() + random() + random() - 1.5) * 0.008;
    const place = square ? { lat: square.lat + spread(), lng: square.lng + spread() } : anywhere();
    const slots = 8;
    const chargers = Math.floor(random() * (slots + 1));
    return stationAt(index, `Station ${index + 1}`, place, { chargers, slots });
  });
}

/** Creates a station that is online and open all day. `index` must be unique. */
export function stationAt(
  index: number,
  name: string,
  { lat, lng }: { lat: number; lng: number },
  { chargers, slots }: { chargers: number; slots: number },
): StationSummary {
  return {
    id: idOf(index),
    name,
    address: `${name} Street`,
    lat,
    lng,
    chargers,
    freeSlots: slots - chargers,
    slots,
    online: true,
    hours: Array.from({ length: 7 }, () => '00:00-24:00'),
    timeZone: 'America/Chicago',
    floor: null,
    hint: null,
  };
}

/**
 * Answers as the server does: a tile with few stations contains stations, and a tile with many
 * stations contains clusters.
 */
function tileAnswer(stations: readonly StationSummary[], tile: Tile): StationTile {
  const bounds = tileBounds(tile);
  const within = stations.filter(
    ({ lat, lng }) =>
      lat > bounds.south && lat <= bounds.north && lng >= bounds.west && lng < bounds.east,
  );
  const at = new Date().toISOString();
  return within.length <= maxStationsPerTile
    ? { ...tile, at, stations: within, clusters: [] }
    : { ...tile, at, stations: [], clusters: count(within, bounds) };
}

/** The number of cells on each side of a tile. The stations in a cell become one cluster. */
const gridSize = 8;

function count(stations: readonly StationSummary[], bounds: Bounds): StationCluster[] {
  const cells = new Map<string, StationSummary[]>();
  for (const station of stations) {
    const row = Math.floor(
      ((station.lat - bounds.south) / (bounds.north - bounds.south)) * gridSize,
    );
    const column = Math.floor(
      ((station.lng - bounds.west) / (bounds.east - bounds.west)) * gridSize,
    );
    const key = `${row},${column}`;
    const cell = cells.get(key);
    if (cell) cell.push(station);
    else cells.set(key, [station]);
  }
  return [...cells.values()].map((cell) => {
    const sum = (value: (station: StationSummary) => number) =>
      cell.reduce((total, station) => total + value(station), 0);
    return {
      lat: sum(({ lat }) => lat) / cell.length,
      lng: sum(({ lng }) => lng) / cell.length,
      stations: cell.length,
      chargers: sum(({ chargers }) => chargers),
      freeSlots: sum(({ freeSlots }) => freeSlots),
    };
  });
}

/** Returns the details of one station, with a typical tariff. */
function whole(station: StationSummary): Station {
  return {
    ...station,
    at: new Date().toISOString(),
    photo: null,
    tariff: {
      id: 'crowd',
      currency: 'USD',
      unlockFee: 100,
      graceMinutes: 5,
      rate: 100,
      rateMinutes: 30,
      cap: 600,
      capMinutes: 1440,
      deposit: 1000,
      depositCaptureMinutes: 4320,
      lostMinutes: 7200,
      overdueFee: 500,
      lostTotal: 3000,
      minimumLevel: 60,
    },
  };
}

/** Serves these stations to the page instead of the server's stations. */
export async function serveStations(
  page: Page,
  stations: readonly StationSummary[],
): Promise<void> {
  // Remove the early data of the page, which contains stations of the real server.
  await page.route(/\/home(?:\?|$)/, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace(/(id="early">)[^<]*/, '$1'),
    });
  });
  const cached = new Map<string, string>();
  await page.route(/\/api\/stations\/tiles\/\d+\/\d+\/\d+$/, async (route) => {
    const [z = 0, x = 0, y = 0] = new URL(route.request().url()).pathname
      .split('/')
      .slice(-3)
      .map(Number);
    const key = `${z}/${x}/${y}`;
    const body = cached.get(key) ?? JSON.stringify(tileAnswer(stations, { z, x, y }));
    cached.set(key, body);
    await route.fulfill({ body, contentType: 'application/json' });
  });
  await page.route(/\/api\/stations\/[2-9A-Z]{7}$/, async (route) => {
    const id = new URL(route.request().url()).pathname.slice(-7);
    const station = stations.find((one) => one.id === id);
    await (station ? route.fulfill({ json: whole(station) }) : route.continue());
  });
}
