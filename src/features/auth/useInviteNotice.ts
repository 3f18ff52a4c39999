import { useTranslation } from 'react-i18next';
import type { SignedIn } from '../../../contract/signIn/auth.ts';
import { isOneOf } from '../../../contract/rules/shapes/shapes.ts';
import { noticeMs } from '../../lib/constants.ts';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { useToast } from '../../ui/feedback/messages.ts';

const isRefusal = isOneOf('inviteUnknown', 'inviteOwn', 'inviteUsed', 'inviteExpired');

/**
 * Explains why an invite code had no effect. If a code had an effect, a notification reports it.
 */
export function useInviteNotice(): (signed: Pick<SignedIn, 'isNew' | 'invite'>) => void {
  const { t } = useTranslation(['referral', 'errors']);
  const showToast = useToast();
  return ({ isNew, invite }) => {
    if (isRefusal(invite)) {
      showToast(
        t(($) => $.errors[invite]),
        { tone: 'notice', duration: noticeMs },
      );
    } else if (isNew === false && savedInvite() !== null) {
      showToast(
        t(($) => $.haveAccount),
        { tone: 'notice', duration: noticeMs },
      );
    }
  };
}
