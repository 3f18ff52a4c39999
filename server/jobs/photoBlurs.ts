import type { Dependencies } from '../dependencies.ts';
import { addPhotoBlurs } from '../modules/stations/photoBlurs.ts';

const firstAfterMs = 20_000;
const everyMs = 10 * 60_000;

/**
 * Adds the tiny pictures of new station photos every ten minutes. Returns a function that stops this and waits for a
 * running pass.
 */
export function startPhotoBlurs(
  deps: Pick<Dependencies, 'db' | 'log' | 'settings'>,
): () => Promise<void> {
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  const wait = (ms: number) => {
    timer = setTimeout(() => {
      running = addPhotoBlurs(deps)
        .catch((error: unknown) => deps.log.error({ err: error }, 'photos were not read'))
        .then(() => wait(everyMs));
    }, ms);
    timer.unref();
  };
  wait(firstAfterMs);
  return async () => {
    clearTimeout(timer);
    await running;
    clearTimeout(timer);
  };
}
