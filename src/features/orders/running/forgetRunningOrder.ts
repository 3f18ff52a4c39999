import { local } from '../../../lib/storage/storage.ts';

// This is a separate file, because every guest's visit runs it, and few visits need the code that reads and
// writes the order.
export const storageKey = 'runningOrder';

export function forgetRunningOrder(): void {
  local.remove(storageKey);
}
