import { tileOf, type Tile } from '../../../contract/rules/places/tiles.ts';
import type { StationEvent } from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findSummary } from './stationRows.ts';

interface Listener {
  tile: Tile;
  notify: (station: StationEvent) => void;
}

/**
 * Sends changes of stations to the listeners of open tiles. Reads a changed station only once for all listeners. If the
 * station changes again during the read, one more read follows.
 */
export class StationEvents {
  readonly #deps: Pick<Dependencies, 'db' | 'clock' | 'log'>;
  readonly #listeners = new Set<Listener>();
  /** The stations that are being read. `again` shows that a station has changed during the read. */
  readonly #reading = new Map<string, { again: boolean }>();

  constructor(deps: Pick<Dependencies, 'db' | 'clock' | 'log' | 'changes'>) {
    this.#deps = deps;
    deps.changes.on('station', (stationId) => {
      this.#changed(stationId).catch((error: unknown) => {
        // Only log the error: clients get the current data with their next read of the tile.
        deps.log.error({ err: error, stationId }, 'a station change was not sent');
      });
    });
  }

  /** Calls `notify` after each change in the tile, until the returned function is called. */
  listen(tile: Tile, notify: Listener['notify']): () => void {
    const listener = { tile, notify };
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #changed(stationId: string): Promise<void> {
    if (this.#listeners.size === 0) return;
    const running = this.#reading.get(stationId);
    if (running) {
      running.again = true;
      return;
    }
    const reading = { again: true };
    this.#reading.set(stationId, reading);
    try {
      while (reading.again) {
        reading.again = false;
        const station = await findSummary(this.#deps.db, stationId, this.#deps.clock.now());
        if (station) this.#notify(station);
      }
    } finally {
      this.#reading.delete(stationId);
    }
  }

  #notify(station: StationEvent): void {
    for (const { tile, notify } of this.#listeners) {
      const { x, y } = tileOf(station.lat, station.lng, tile.z);
      if (x === tile.x && y === tile.y) notify(station);
    }
  }
}
