import { useTranslation } from 'react-i18next';
import type { SignedIn } from '../../../contract/auth.ts';
import { noticeMs } from '../../lib/constants.ts';
import { keptInvite } from '../../lib/keptInvite.ts';
import { useToast } from '../../ui/messages.ts';

/** Says to whoever came by an invitation and had an account before why it changes nothing. */
export function useTellInvited(): (signed: Pick<SignedIn, 'isNew'>) => void {
  const { t } = useTranslation('referral');
  const showToast = useToast();
  return ({ isNew }) => {
    if (isNew !== false || keptInvite() === null) return;
    showToast(
      t(($) => $.haveAccount),
      { tone: 'notice', duration: noticeMs },
    );
  };
}
