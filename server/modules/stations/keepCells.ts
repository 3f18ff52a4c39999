import type { Dependencies } from '../../dependencies.ts';
import { refreshCells } from './stationCells.ts';

/** Counts of crowded tiles are this old at most, and as long as it takes to count them. */
const everyMs = 10_000;

/** Counts the map's cells anew where stations have changed, now and then; answers how to stop. */
export function keepCells({ db, log }: Pick<Dependencies, 'db' | 'log'>): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const run = () => {
    // The first time, after an import, may take longer than the time between two.
    running ??= refreshCells(db)
      .catch((error: unknown) => log.error({ err: error }, 'the map was not counted'))
      .finally(() => (running = null));
  };
  run();
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
