import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ApiError } from '../../../api/apiError.ts';
import { useIsMounted } from '../../../lib/page/useIsMounted.ts';
import { ButtonLink } from '../../../ui/button/Button.tsx';
import { useToast } from '../../../ui/feedback/messages.ts';
import { ResultScreen } from '../../../ui/feedback/ResultScreen.tsx';
import { google } from './googleFacility.ts';
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
 * The page to which the provider redirects. If this window began the attempt, this page finishes
 * the login, link or proof and opens the target page. In a popup, this page notifies the waiting
 * page of the app and, after its answer, closes the popup. Without an answer, and if the
 * provider's answer belongs to no attempt, this page explains that the login failed. If this
 * window has a stored attempt in the latter case, this page goes back to the app with the error.
 */
export function SocialReturn({ attemptId, loginPath }: SocialReturnProps) {
  const { t } = useTranslation(['social', 'auth', 'common', 'titles']);
  const navigate = useNavigate();
  const finish = useFinishSocial();
  const stillHere = useIsMounted();
  const showToast = useToast();
  const [step, go] = useState<Step>('finishing');
  const begun = useRef(false);

  const leave = async (
    { purpose, provider, next }: SavedAttempt,
    code: ApiError['code'] | null,
  ): Promise<void> => {
    const back = purpose === 'signIn' && code !== null ? loginPath(next) : next;
    const state = code === null ? null : problemState(purpose, { provider, code });
    if (purpose === 'stepUp' && code === null) showToast(t(($) => $.proven));
    await navigate(back, { replace: true, state });
  };

  const finishHere = async (attempt: SavedAttempt) => {
    const code = await finish(attempt);
    const { provider, purpose } = attempt;
    if (code === null && provider === 'google' && purpose === 'signIn') google.signedIn();
    if (stillHere()) await leave(attempt, code);
  };

  const report = async (id: string) => {
    const isAnswered = await reportReturn(id);
    go(isAnswered ? 'toClose' : 'failed');
    if (isAnswered) window.close();
  };

  const arrive = useEffectEvent((id: string | null) => {
    const saved = withdrawAttempt(id);
    if (id === null) return saved === null ? go('failed') : leave(saved, 'signInFailed');
    return saved === null ? report(id) : finishHere(saved);
  });

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void arrive(attemptId);
  }, [attemptId]);

  if (step === 'failed') {
    return (
      <ResultScreen
        tone="problem"
        heading={t(($) => $.incompleteHeading)}
        alert={t(($) => $.incomplete)}
        actions={
          <>
            <ButtonLink to="/login" replace>
              {t(($) => $.common.tryAgain)}
            </ButtonLink>
            <ButtonLink to="/login/loginWithPhone" variant="quiet" replace>
              {t(($) => $.auth.login.continueWithPhone)}
            </ButtonLink>
            <ButtonLink to="/home" variant="text" replace>
              {t(($) => $.common.backToHome)}
            </ButtonLink>
          </>
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
