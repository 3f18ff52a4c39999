import { local } from '../../../lib/storage/storage.ts';

// In its own file: every guest's visit runs this, and few need the code that reads and writes it.
export const storageKey = 'runningOrder';

export function forgetRunningOrder(): void {
  local.remove(storageKey);
}
