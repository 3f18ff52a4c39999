import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useIsMounted } from '../../../lib/page/useIsMounted.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { ResultScreen } from '../../../ui/feedback/ResultScreen.tsx';
import { withdrawAttempt, type SavedAttempt } from './savedAttempt.ts';
import { reportReturn } from './popup.ts';
import { problemState } from './loginProblem.ts';
import { useFinishSocial } from './useSocialAccount.ts';

export interface SocialReturnProps {
  /** The id of the attempt; null if the provider's answer belongs to no attempt. */
  attemptId: string | null;
  /** Returns the path of the login page that opens `next` after the login. */
  loginPath: (next: string) => string;
}

type Step = 'finishing' | 'toClose' | 'failed';

/**
 * The page to which the provider redirects. In a popup, this page notifies the page that waits, and
 * closes. Without a popup, it finishes the login and opens the target page.
 */
export function SocialReturn({ attemptId, loginPath }: SocialReturnProps) {
  const { t } = useTranslation(['social', 'errors', 'titles']);
  const navigate = useNavigate();
  const finish = useFinishSocial();
  const stillHere = useIsMounted();
  const [step, go] = useState<Step>(attemptId === null ? 'failed' : 'finishing');
  const begun = useRef(false);

  const finishHere = async ({ purpose, provider, next, ...attempt }: SavedAttempt) => {
    const code = await finish(attempt);
    if (!stillHere()) return;
    const back = purpose === 'signIn' && code !== null ? loginPath(next) : next;
    const state = code === null ? null : problemState({ provider, code });
    await navigate(back, { replace: true, state });
  };

  const report = async (id: string) => {
    const isAnswered = await reportReturn(id);
    go(isAnswered ? 'toClose' : 'failed');
    if (isAnswered) window.close();
  };

  const arrive = useEffectEvent((id: string) => {
    const kept = withdrawAttempt(id);
    return kept === null ? report(id) : finishHere(kept);
  });

  useEffect(() => {
    if (attemptId === null || begun.current) return;
    begun.current = true;
    void arrive(attemptId);
  }, [attemptId]);

  if (step === 'failed') {
    return (
      <ResultScreen
        tone="problem"
        heading={t(($) => $.titles.login)}
        alert={t(($) => $.errors.signInFailed)}
        actions={
          <ButtonLink to="/login" replace>
            {t(($) => $.titles.login)}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <ResultScreen tone="progress" heading={t(($) => $.titles.login)}>
      <p role="status">{step === 'toClose' ? t(($) => $.closeWindow) : t(($) => $.finishing)}</p>
    </ResultScreen>
  );
}
