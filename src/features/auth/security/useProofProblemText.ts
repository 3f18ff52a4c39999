import { useTranslation } from 'react-i18next';
import type { SocialProblem } from '../social/useSocialAccount.ts';

/** Returns a function that explains why a proof with a social account failed, and what to do instead. */
export function useProofProblemText(): (problem: SocialProblem) => string {
  const { t } = useTranslation(['security', 'social', 'errors']);
  return ({ provider: id, code }) => {
    const provider = t(($) => $.social.providers[id]);
    switch (code) {
      case 'signInCancelled':
        return t(($) => $.proof.cancelled, { provider });
      case 'signInFailed':
        return t(($) => $.proof.wrongAccount, { provider });
      case 'providerUnavailable':
        return t(($) => $.proof.unreachable, { provider });
      default:
        return t(($) => $.errors[code]);
    }
  };
}
