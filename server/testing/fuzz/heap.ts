import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** The number of bytes in use after a garbage collection. */
export function usedHeap(): number {
  if (typeof collect !== 'function') throw new Error('no garbage collection on demand');
  collect();
  return process.memoryUsage().heapUsed;
}
