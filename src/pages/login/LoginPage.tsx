import { Phone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { selectIsSignedIn } from '../../features/auth/clientUserSlice.ts';
import { LeaveLogin } from '../../features/auth/LeaveLogin.tsx';
import { useLoginDepth, useNext, withNext } from '../../features/auth/returnPath.ts';
import { StorageBlockedNote } from '../../features/auth/StorageBlockedNote.tsx';
import { TermsLine } from '../../features/auth/TermsLine.tsx';
import { useRedirectProblem } from '../../features/auth/social/loginProblem.ts';
import { SocialButtons } from '../../features/auth/social/SocialButtons.tsx';
import { SocialProblemText } from '../../features/auth/social/SocialProblemText.tsx';
import { useSocialAccount } from '../../features/auth/social/useSocialAccount.ts';
import { UnlockStrip } from '../../features/auth/UnlockStrip.tsx';
import { InviteAtLogin } from '../../features/referral/InviteAtLogin.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Screen } from '../../ui/screen/Screen.tsx';

/** The login with all methods that the operator has configured. */
export function LoginPage() {
  const { t } = useTranslation(['auth', 'titles']);
  const navigate = useNavigate();
  const next = useNext();
  const depth = useLoginDepth();
  const problem = useRedirectProblem('signIn');
  const account = useSocialAccount({ purpose: 'signIn', next, problem });
  if (useSelector(selectIsSignedIn)) return <LeaveLogin />;

  const continueWithPhone = () =>
    void navigate(withNext('/login/loginWithPhone', next), { state: { loginDepth: depth + 1 } });

  return (
    <Screen
      heading={t(($) => $.titles.login)}
      lead={t(($) => $.login.lead)}
      footer={
        <>
          <Button variant="action" icon={<Phone aria-hidden="true" />} onClick={continueWithPhone}>
            {t(($) => $.login.continueWithPhone)}
          </Button>
          <SocialButtons account={account} />
          <TermsLine />
        </>
      }
    >
      <UnlockStrip next={next} />
      <StorageBlockedNote />
      <SocialProblemText account={account} purpose="signIn" />
      <InviteAtLogin />
    </Screen>
  );
}
