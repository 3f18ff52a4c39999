import type { Dependencies } from '../../dependencies.ts';
import { refreshCells } from './stationCells.ts';

/** The maximum age of the counts of crowded tiles, plus the time of counting. */
const everyMs = 10_000;

/** Recounts tiles with changed stations periodically. Returns a function that stops it. */
export function startCellUpdates({
  db,
  log,
}: Pick<Dependencies, 'db' | 'log'>): () => Promise<void> {
  let running: Promise<unknown> | null = null;
  const run = () => {
    // The first count, after an import, may take longer than the interval.
    running ??= refreshCells(db)
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
