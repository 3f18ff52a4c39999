import type { Point } from '../geocoder.ts';
import type { Entry } from './entries.ts';
import { nearestOf, pointsAlong } from './geometry.ts';

/** The size of a cell in degrees. 0.01 degrees of latitude are about a kilometre. */
const cellSize = 0.01;
const columns = Math.round(360 / cellSize);

/** Finds entries near a position. */
export class AreaGrid {
  readonly #entriesAt = new Map<number, Entry[]>();

  add(entry: Entry): void {
    const cells = new Set<number>();
    for (const point of pointsAlong(entry.shape, cellSize)) cells.add(cellAt(point, 0, 0));
    for (const cell of cells) {
      const entries = this.#entriesAt.get(cell);
      if (entries) entries.push(entry);
      else this.#entriesAt.set(cell, [entry]);
    }
  }

  /**
   * The nearest entry within `mostMetres`; null if there is none. Only the neighbouring cells are
   * searched, so an entry that is more than one cell away may be missed. A cell is about a kilometre
   * high. Its width is less, and decreases towards the poles.
   */
  nearest(point: Point, mostMetres: number): Entry | null {
    let nearest: Entry | null = null;
    let metres = mostMetres;
    for (const rows of [-1, 0, 1]) {
      for (const across of [-1, 0, 1]) {
        for (const entry of this.#entriesAt.get(cellAt(point, rows, across)) ?? []) {
          const away = nearestOf(entry.shape, point).metres;
          if (away > metres) continue;
          [nearest, metres] = [entry, away];
        }
      }
    }
    return nearest;
  }
}

function cellAt({ lat, lng }: Point, rows: number, across: number): number {
  const row = Math.floor((lat + 90) / cellSize) + rows;
  const column = (Math.floor((lng + 180) / cellSize) + across + columns) % columns;
  return row * columns + column;
}
