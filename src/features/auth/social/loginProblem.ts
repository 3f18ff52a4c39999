import { useLocation } from 'react-router-dom';
import type { SocialProvider } from '../../../../contract/signIn/socialProvider.ts';
import { isApiError } from '../../../api/apiError.ts';
import type { SavedAttempt } from './savedAttempt.ts';
import type { SocialProblem } from './useSocialAccount.ts';

/**
 * Creates the navigation state with which the return page passes the error to the page where the
 * login, link or proof began.
 */
export function problemState(purpose: SavedAttempt['purpose'], problem: SocialProblem) {
  return { socialProblem: { ...problem, purpose } };
}

/**
 * Returns the error that the return page passed to this page. Returns null if there is no error, or
 * if the error belongs to another purpose.
 */
export function useRedirectProblem(purpose: SavedAttempt['purpose']): SocialProblem | null {
  const { state }: { state: unknown } = useLocation();
  if (typeof state !== 'object' || state === null || !('socialProblem' in state)) return null;
  const { socialProblem: problem } = state;
  return isProblem(problem) && problem.purpose === purpose ? problem : null;
}

const providers: Record<SocialProvider, true> = { facebook: true, apple: true, google: true };

function isProblem(value: unknown): value is SocialProblem & { purpose: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  if (!('provider' in value) || !('code' in value) || !('purpose' in value)) return false;
  const isProvider = typeof value.provider === 'string' && Object.hasOwn(providers, value.provider);
  return isProvider && isApiError({ status: 0, code: value.code });
}
