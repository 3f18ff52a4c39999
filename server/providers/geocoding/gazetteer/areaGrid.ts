import type { Point } from '../geocoder.ts';
import type { Entry } from './entries.ts';
import { metresPerDegree, nearestOf, pointsAlong } from './geometry.ts';

/** The size of a cell in degrees. */
const cellSize = 0.01;
/** The height of a cell in metres. The nearer a cell is to a pole, the narrower it is. */
const cellMetres = cellSize * metresPerDegree;
/**
 * A search reads at most this number of columns on each side of the point. Without this limit, it
 * would read too many cells near the poles, where the cells are very narrow.
 */
const mostColumns = 20;
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

  /** The nearest entry within `mostMetres`; null if there is none. Near the poles, it may miss an entry. */
  nearest(point: Point, mostMetres: number): Entry | null {
    let nearest: Entry | null = null;
    let metres = mostMetres;
    const height = Math.ceil(mostMetres / cellMetres);
    const cellWidth = cellMetres * Math.cos((point.lat * Math.PI) / 180);
    const width = Math.min(mostColumns, Math.ceil(mostMetres / cellWidth));
    for (let rows = -height; rows <= height; rows++) {
      for (let across = -width; across <= width; across++) {
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
