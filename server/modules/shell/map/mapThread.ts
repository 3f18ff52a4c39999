import { parentPort, workerData } from 'node:worker_threads';
import type { Language } from '../../../../contract/config.ts';
import { drawStreets } from './drawStreets.ts';
import { cornerOf } from './mapView.ts';
import type { MapView } from './mapView.ts';
import { loadMeasure } from './measureText.ts';
import { StreetTiles } from './streetTiles.ts';
import type { StreetMap } from './streetTiles.ts';

/** The request for one picture. */
export interface MapOrder {
  id: number;
  view: MapView;
  language: Language;
}

/**
 * The answer of the thread. `picture` is SVG. It is null if the tiles contain nothing to draw, if the picture would be
 * too large, or if an error occurred. `problem` then contains the reason.
 */
export interface MapAnswer {
  id: number;
  picture: string | null;
  problem: string | null;
}

const noPicture = 'the tiles contain no streets, or too many for a picture';

const base: StreetMap = workerData;
const streets = new StreetTiles(base);
const measuring = loadMeasure();
measuring.catch(() => {
  // Ignore the error here, because each drawing reports it.
});

/** The thread handles one request after the other, because the memory of the thread is limited. */
let answered = Promise.resolve();
parentPort?.on('message', (order: MapOrder) => {
  answered = answered.then(() => answer(order));
});

async function answer(order: MapOrder): Promise<void> {
  parentPort?.postMessage(await draw(order), []);
}

async function draw({ id, view, language }: MapOrder): Promise<MapAnswer> {
  try {
    const { x: left, y: top } = cornerOf(view);
    const area = { left, top, right: left + view.width, bottom: top + view.height };
    const tiles = await streets.covering(area, view.zoom);
    const picture = drawStreets({ view, language, tiles, measure: await measuring });
    return { id, picture, problem: picture === null ? noPicture : null };
  } catch (error) {
    return { id, picture: null, problem: String(error) };
  }
}
