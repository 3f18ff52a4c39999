import i18next from 'i18next';
import { selectIsSignedIn } from '../features/auth/clientUserSlice.ts';
import { noticeMs } from '../lib/constants.ts';
import { inviteIn } from '../lib/keptInvite.ts';
import { withTexts } from '../lib/texts.ts';
import { showToast } from '../ui/messages.ts';
import type { Store } from './store.ts';

/** Says to whoever has an account why the invitation that opened the app changes nothing. */
export async function tellInvited(store: Store): Promise<void> {
  if (inviteIn(window.location.search) === null || !selectIsSignedIn(store.getState())) return;
  try {
    await withTexts(Promise.resolve());
  } catch {
    // Without a connection nobody looks for a reward: they ask again from the invitation.
    return;
  }
  const t = i18next.getFixedT(null, 'referral');
  showToast(
    t(($) => $.haveAccount),
    { tone: 'notice', duration: noticeMs },
  );
}
