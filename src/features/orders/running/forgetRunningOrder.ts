import { local } from '../../../lib/storage/storage.ts';

// Apart from what reads it: every guest's visit forgets, and few ever keep one.
export const storageKey = 'runningOrder';

export function forgetRunningOrder(): void {
  local.remove(storageKey);
}
