import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { session } from '../../lib/storage/storage.ts';

const name = 'bankReturn';

/** Stores, in this tab, the page from which the bank's page was opened. */
export function storeBankReturn(path: string): void {
  session.set(name, path);
}

/** The page to open after the bank's page; home if none is stored. */
export function bankReturn(): string {
  return safeInternalPath(session.get(name));
}
