import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { inviteIn, storeInvite } from '../../lib/storage/savedInvite.ts';
import type { Store } from '../state/store.ts';

/** Stores the invite code of the address, unless the user is signed in. The code stays on this device. */
export function saveLinkedInvite(store: Store, address: Pick<Location, 'search'>): void {
  const code = inviteIn(address.search);
  if (code !== null && !selectIsSignedIn(store.getState())) storeInvite(code);
}
