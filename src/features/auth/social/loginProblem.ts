import { useLocation } from 'react-router-dom';
import type { SocialProvider } from '../../../../contract/socialProvider.ts';
import { isApiError } from '../../../api/apiError.ts';
import type { SocialProblem } from './useSocialAccount.ts';

/**
 * Creates the navigation state with which the return page passes the error to the page where the
 * login began.
 */
export function problemState(socialProblem: SocialProblem) {
  return { socialProblem };
}

/** The error of a redirect to the provider; null if there is none. */
export function useRedirectProblem(): SocialProblem | null {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== 'object' || state === null || !('socialProblem' in state)) return null;
  const { socialProblem: problem } = state;
  return isProblem(problem) ? problem : null;
}

const providers: Record<SocialProvider, true> = { facebook: true, apple: true, google: true };

function isProblem(value: unknown): value is SocialProblem {
  if (typeof value !== 'object' || value === null) return false;
  if (!('provider' in value) || !('code' in value)) return false;
  const isProvider = typeof value.provider === 'string' && Object.hasOwn(providers, value.provider);
  return isProvider && isApiError({ status: 0, code: value.code });
}
