import { local } from '../../../lib/storage/storage.ts';

// This function has its own file, because it runs at every visit of a guest. The code that reads and writes the
// order is loaded only when it is needed.
export const storageKey = 'runningOrder';
/** The storage key of a claim that the server has not answered yet. */
export const claimKey = 'claim';

export function forgetRunningOrder(): void {
  local.remove(storageKey);
  local.remove(claimKey);
}
