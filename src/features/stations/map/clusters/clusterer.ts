import type { StationSummary, StationTile } from '../../../../../contract/stations.ts';
import { importWithRetry } from '../../../../lib/loading/importWithRetry.ts';
import type { ClusterIndex, Look, MapPoint } from './clusterIndex.ts';
import type { Answer, Question } from './clusterMessages.ts';
import type { Group } from '../../../../../contract/rules/map/mergeOverlapping.ts';

/**
 * The highest number of tiles that the worker stores. The tile that was used least recently is
 * removed first.
 */
const mostStored = 200;

type IsShown = (station: StationSummary) => boolean;

interface Sent {
  tile: StationTile;
  isShown: IsShown;
}

export interface View extends Omit<Look, 'tiles' | 'standIns'> {
  tiles: readonly StationTile[];
  standIns: readonly StationTile[];
  isShown: IsShown;
}

/** The groups to draw, and the data of all stations in the tiles of the view, by their ids. */
export interface Grouped {
  groups: readonly Group[];
  stations: ReadonlyMap<string, StationSummary>;
}

/** Groups stations in a worker. If the worker does not start, groups the stations on the main thread. */
export class Clusterer {
  readonly #onGrouped: (grouped: Grouped) => void;
  readonly #sent = new Map<string, Sent>();
  #worker: Worker | null;
  #here: Promise<ClusterIndex> | null = null;
  #last: View | null = null;
  #asked = 0;

  constructor(onGrouped: (grouped: Grouped) => void) {
    this.#onGrouped = onGrouped;
    this.#worker = typeof Worker === 'undefined' ? null : this.#start();
  }

  look(view: View): void {
    this.#last = view;
    for (const tile of [...view.tiles, ...view.standIns]) this.#store(tile, view.isShown);
    this.#forget();
    const { tiles, standIns, bounds, zoom, highlighted, most } = view;
    const look = {
      tiles: tiles.map(key),
      standIns: standIns.map(key),
      bounds,
      zoom,
      highlighted,
      most,
    };
    this.#ask({ kind: 'look', id: ++this.#asked, look });
  }

  end(): void {
    this.#asked = Infinity;
    this.#worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./clusters.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => this.#handle(data));
    // The worker's code did not load, or the browser does not support module workers.
    worker.addEventListener('error', () => {
      worker.terminate();
      this.#worker = null;
      this.#sent.clear();
      if (this.#last && this.#asked !== Infinity) this.look(this.#last);
    });
    return worker;
  }

  #store(tile: StationTile, isShown: IsShown): void {
    const name = nameOf(tile);
    const sent = this.#sent.get(name);
    // Move the entry to the end, because the first entry is removed first.
    this.#sent.delete(name);
    this.#sent.set(name, { tile, isShown });
    if (sent?.tile === tile && sent.isShown === isShown) return;
    this.#ask({ kind: 'store', tile: key(tile), points: pointsOf(tile, isShown) });
  }

  #forget(): void {
    for (const [name, { tile }] of this.#sent) {
      if (this.#sent.size <= mostStored) return;
      this.#sent.delete(name);
      this.#ask({ kind: 'drop', tile: key(tile) });
    }
  }

  #ask(question: Question): void {
    if (this.#worker) this.#worker.postMessage(question, []);
    else void this.#answer(question);
  }

  async #answer(question: Question): Promise<void> {
    this.#here ??= importWithRetry(() => import('./clusterIndex.ts')).then(
      (module) => new module.ClusterIndex(),
    );
    let index: ClusterIndex;
    try {
      index = await this.#here;
    } catch {
      // The code did not load on the main thread either. The list still shows the stations, and the next `look`
      // loads the code again.
      this.#here = null;
      this.#sent.clear();
      return;
    }
    if (question.kind === 'store') index.store(question.tile, question.points);
    else if (question.kind === 'drop') index.drop(question.tile);
    else this.#handle({ id: question.id, groups: index.look(question.look) });
  }

  /** Handles an answer. Ignores the answer if `look` has asked a newer question, or after `end`. */
  #handle({ id, groups }: Answer): void {
    if (id !== this.#asked || this.#last === null) return;
    const { tiles, standIns } = this.#last;
    const known = [...standIns, ...tiles].flatMap((tile) => tile.stations);
    this.#onGrouped({ groups, stations: new Map(known.map((station) => [station.id, station])) });
  }
}

const key = ({ z, x, y }: StationTile) => ({ z, x, y });
const nameOf = ({ z, x, y }: StationTile): string => `${z}/${x}/${y}`;

function pointsOf(tile: StationTile, isShown: IsShown): MapPoint[] {
  const stations = tile.stations
    .filter(isShown)
    .map(({ id, lat, lng, chargers, freeSlots, online }) => ({
      id,
      lat,
      lng,
      stations: 1,
      // As on the server, chargers and free slots of an offline cabinet do not count.
      chargers: online ? chargers : 0,
      freeSlots: online ? freeSlots : 0,
    }));
  const counted = tile.clusters.map((cluster) => ({ ...cluster, id: null }));
  return [...stations, ...counted];
}
