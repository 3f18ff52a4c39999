import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { session } from '../../lib/storage/storage.ts';

const name = 'bankReturn';

/** Remembers where the bank was asked from, in this tab. */
export function keepBankReturn(path: string): void {
  session.set(name, path);
}

/** Where to go on after the bank's page; home where nobody remembers. */
export function bankReturn(): string {
  return safeInternalPath(session.get(name));
}
