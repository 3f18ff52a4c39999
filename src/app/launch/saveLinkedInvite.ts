import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { inviteIn, storeInvite } from '../../lib/storage/savedInvite.ts';
import type { Store } from '../state/store.ts';

/** Keeps the invitation whose link opened the app; whoever has an account needs none. */
export function saveLinkedInvite(store: Store, address: Pick<Location, 'search'>): void {
  const code = inviteIn(address.search);
  if (code !== null && !selectIsSignedIn(store.getState())) storeInvite(code);
}
