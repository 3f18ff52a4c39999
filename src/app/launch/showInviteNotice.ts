import i18next from 'i18next';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { noticeMs } from '../../lib/constants.ts';
import { inviteIn } from '../../lib/storage/savedInvite.ts';
import { withTexts } from '../../lib/language/texts.ts';
import { showToast } from '../../ui/feedback/messages.ts';
import type { Store } from '../state/store.ts';

/** Shows a signed-in user why the invite code in the address has no effect. */
export async function showInviteNotice(store: Store): Promise<void> {
  const { pathname, search } = window.location;
  if (inviteIn(search) === null || !selectIsSignedIn(store.getState())) return;
  // The share page itself shows whether the code is still valid.
  if (pathname === '/share') return;
  try {
    await withTexts(Promise.resolve());
  } catch {
    // The strings failed to load, so no message can be shown.
    return;
  }
  const t = i18next.getFixedT(null, 'referral');
  showToast(
    t(($) => $.haveAccount),
    { tone: 'notice', duration: noticeMs },
  );
}
