import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RawAnswer } from './rawAnswer.ts';

/** The figures of the fuzz test of one route. The stage `fuzz` prints them. */
export interface RouteFigures {
  route: string;
  /** The number of requests whose answers were checked. */
  cases: number;
  /** The number of these requests that the schemas of the route refuse. */
  refused: number;
  /** How many answers had each status. */
  statuses: Record<string, number>;
  slowestMs: number;
  /** The growth of the heap in bytes; null if the run was too short to measure it. */
  heapGrowth: number | null;
}

const folder = fileURLToPath(new URL('../../../node_modules/.reports/', import.meta.url));

/** Counts the answers of one route. */
export function countAnswers(route: string) {
  const figures: RouteFigures = {
    route,
    cases: 0,
    refused: 0,
    statuses: {},
    slowestMs: 0,
    heapGrowth: null,
  };
  return {
    figures,
    count({ isRefused }: { isRefused: boolean | null }, { status, milliseconds }: RawAnswer) {
      figures.cases++;
      if (isRefused) figures.refused++;
      figures.statuses[status] = (figures.statuses[status] ?? 0) + 1;
      figures.slowestMs = Math.max(figures.slowestMs, milliseconds);
    },
  };
}

/** Writes the figures of some routes for the stage `fuzz`. */
export async function writeFigures(name: string, routes: readonly RouteFigures[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `fuzz-routes-${name}.json`), JSON.stringify(routes));
}
