import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { SocialProvider } from '../../../../contract/signIn/socialProvider.ts';
import { apiErrorCode, type ApiError } from '../../../api/apiError.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { signedIn } from '../clientUserSlice.ts';
import { useInviteNotice } from '../useInviteNotice.ts';
import { forgetAttempt, saveAttempt, type SavedAttempt } from './savedAttempt.ts';
import { openPopup, whenClosed, whenReturned } from './popup.ts';
import { makeSecret } from './loginSecret.ts';
import { useFinishSocialMutation, useStartSocialMutation } from './socialApi.ts';

/** The provider, and the reason why the login, the link or the proof failed. */
export interface SocialProblem {
  provider: SocialProvider;
  code: ApiError['code'];
}

type SocialProgress =
  | { status: 'idle' }
  | { status: 'busy'; provider: SocialProvider }
  | ({ status: 'refused' } & SocialProblem);

/**
 * Returns a function that finishes an attempt. The function resolves to null, or to the code of the error.
 */
export function useFinishSocial(): (
  attempt: Pick<SavedAttempt, 'attemptId' | 'verifier'>,
) => Promise<ApiError['code'] | null> {
  const dispatch = useDispatch();
  const { language } = useLanguage();
  const [finishSocial] = useFinishSocialMutation();
  const showInviteNotice = useInviteNotice();
  return async ({ attemptId, verifier }) => {
    const { data, error } = await finishSocial({ attemptId, verifier, language });
    if (!data) return apiErrorCode(error);
    if ('sessionId' in data) {
      showInviteNotice(data);
      dispatch(signedIn(data));
    }
    return null;
  };
}

export interface SocialAccountOptions {
  purpose: SavedAttempt['purpose'];
  /** The page to open after a login, link or proof without a popup. */
  next: string;
  /** The error of a login, link or proof without a popup; null if there was none. */
  problem?: SocialProblem | null;
  /**
   * Called before the provider's page replaces this page. Not called if the provider's page opens in
   * a popup.
   */
  onLeave?: () => void;
}

export interface SocialAccount {
  progress: SocialProgress;
  /**
   * Starts the login, the link or the proof. Must be called during a press. Resolves to `finished`
   * after a success in this page. Resolves to `left` if the rider left the page or began another
   * attempt. In all other cases, resolves to the code of the error.
   */
  begin: (provider: SocialProvider) => Promise<'finished' | 'left' | SocialProblem['code']>;
  refuse: (problem: SocialProblem) => void;
}

/** Uses a social account to log in, to link the account to the rider, or to give a proof. */
export function useSocialAccount({
  purpose,
  next,
  problem = null,
  onLeave,
}: SocialAccountOptions): SocialAccount {
  const [startSocial] = useStartSocialMutation();
  const finish = useFinishSocial();
  const [progress, go] = useState<SocialProgress>(
    problem ? { status: 'refused', ...problem } : { status: 'idle' },
  );
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);
  const left = useRef(false);

  // If the user presses Back, or closes the overlay of an installed app, this page becomes visible again
  // without an answer of the provider. Therefore the page must leave its busy state.
  useEffect(() => {
    const back = () => {
      if (document.visibilityState !== 'visible' || !left.current) return;
      left.current = false;
      go({ status: 'idle' });
    };
    window.addEventListener('pageshow', back);
    document.addEventListener('visibilitychange', back);
    return () => {
      window.removeEventListener('pageshow', back);
      document.removeEventListener('visibilitychange', back);
    };
  }, []);

  const refuse = (refused: SocialProblem) => go({ status: 'refused', ...refused });

  const begin: SocialAccount['begin'] = async (provider) => {
    forgetAttempt();
    const popup = openPopup();
    current.current?.abort();
    current.current = new AbortController();
    const { signal } = current.current;
    signal.addEventListener('abort', () => popup?.close());
    const fail = (code: SocialProblem['code']) => {
      popup?.close();
      if (!signal.aborted) refuse({ provider, code });
      return code;
    };

    go({ status: 'busy', provider });
    try {
      const { verifier, challenge } = await makeSecret();
      const { data: started, error } = await startSocial({ provider, purpose, challenge });
      if (signal.aborted) return 'left';
      if (!started) return fail(apiErrorCode(error));
      const { attemptId, url } = started;
      if (popup === null) {
        saveAttempt({ attemptId, verifier, provider, purpose, next });
        onLeave?.();
        left.current = true;
        window.location.assign(url);
        return 'left';
      }
      const returned = whenReturned(attemptId, signal);
      popup.location.replace(url);
      await Promise.race([returned, whenClosed(popup, signal)]);
      if (signal.aborted) return 'left';
      let refusal = await finish({ attemptId, verifier });
      if (refusal === 'signInPending') {
        fail('signInCancelled');
        // Some browsers disconnect the popup, so it looks closed while the rider still signs in.
        if (!(await returned)) return 'left';
        go({ status: 'busy', provider });
        refusal = await finish({ attemptId, verifier });
      }
      if (refusal !== null) return fail(refusal);
      popup.close();
      if (!signal.aborted) go({ status: 'idle' });
      return 'finished';
    } catch (error) {
      fail('serverError');
      throw error;
    }
  };

  return { progress, begin, refuse };
}
