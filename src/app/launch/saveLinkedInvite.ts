import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { inviteIn, storeInvite } from '../../lib/storage/savedInvite.ts';
import type { Store } from '../state/store.ts';

/**
 * Saves the invite code from the link that opened the app, unless the user already has an account.
 */
export function saveLinkedInvite(store: Store, address: Pick<Location, 'search'>): void {
  const code = inviteIn(address.search);
  if (code !== null && !selectIsSignedIn(store.getState())) storeInvite(code);
}
