import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { session } from '../../lib/storage/storage.ts';

const name = 'bankReturn';

/** Stores the path to which this tab returns from the bank's page. */
export function storeBankReturn(path: string): void {
  session.set(name, path);
}

/** Returns the page to open after the bank's page. The page is home if no page is stored. */
export function bankReturn(): string {
  return safeInternalPath(session.get(name));
}
