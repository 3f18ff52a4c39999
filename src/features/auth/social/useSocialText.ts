import { useTranslation } from 'react-i18next';
import type { SocialProblem } from './useSocialAccount.ts';

/** Returns a function that explains why a login or a link with a social account failed, and what to do. */
export function useSocialText(purpose: 'signIn' | 'link'): (problem: SocialProblem) => string {
  const { t } = useTranslation(['social', 'errors']);
  return ({ provider: id, code }) => {
    const provider = t(($) => $.providers[id]);
    const signsIn = purpose === 'signIn';
    switch (code) {
      case 'providerUnavailable':
        return signsIn
          ? t(($) => $.unreachable, { provider })
          : t(($) => $.linkUnreachable, { provider });
      case 'signInCancelled':
        return signsIn
          ? t(($) => $.errors.signInCancelled)
          : t(($) => $.linkCancelled, { provider });
      case 'signInFailed':
        return signsIn ? t(($) => $.errors.signInFailed) : t(($) => $.linkFailed, { provider });
      default:
        return t(($) => $.errors[code]);
    }
  };
}
