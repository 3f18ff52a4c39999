import type { Dependencies } from '../../dependencies.ts';
import { refreshCells } from './stationCells.ts';

/**
 * The interval of the updates. The counts of crowded tiles are at most as old as this interval plus the duration of a
 * count.
 */
const everyMs = 10_000;

/**
 * Periodically updates the counts of the cells in which stations have changed. Returns a function
 * that stops the updates.
 */
export function startCellUpdates({
  db,
  clock,
  log,
}: Pick<Dependencies, 'db' | 'clock' | 'log'>): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const run = () => {
    // Start no second count while one is running, because the first count after an import may take longer than the
    // interval.
    running ??= refreshCells(db, clock.now())
      .catch((error: unknown) =>
        log.error({ err: error }, 'the stations per map tile were not counted'),
      )
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
