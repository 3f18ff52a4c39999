import { useDispatch, useSelector } from 'react-redux';
import type { GuestRequest, SignedIn } from '../../../../contract/signIn/auth.ts';
import { paths } from '../../../../contract/paths.ts';
import { api } from '../../../api/api.ts';
import { apiErrorCode, isApiError } from '../../../api/apiError.ts';
import { readSessionId, sessionFollowed, storeSessionId } from '../../../api/session.ts';
import { useLanguage } from '../../../lib/language/language.ts';
import { selectSessionId } from '../clientUserSlice.ts';

const guestApi = api.injectEndpoints({
  endpoints: (build) => ({
    openGuest: build.mutation<SignedIn, GuestRequest>({
      query: (body) => ({ url: paths.guests, method: 'POST', body }),
    }),
  }),
});

export interface GuestSession {
  /**
   * Opens a session for the guest, unless the device already has a session. The session is stored before any money
   * moves, so that a reload does not lose the rental. Resolves to the code of an error, or to null after a success.
   */
  open: () => Promise<ReturnType<typeof apiErrorCode> | null>;
  /**
   * Shows the guest's order in the whole app. Call this only after the payment, because home then
   * shows the order. A payment that is still open on home would disappear.
   */
  begin: () => void;
}

export function useGuestSession(): GuestSession {
  const dispatch = useDispatch();
  const known = useSelector(selectSessionId);
  const { language } = useLanguage();
  const [openGuest] = guestApi.useOpenGuestMutation();

  const open = async () => {
    if (readSessionId() !== null) return null;
    const wanted = { language };
    let opened = await openGuest(wanted);
    const challenge = isApiError(opened.error) ? opened.error.challenge : undefined;
    if (challenge !== undefined) {
      const { solveChallenge } = await import('../challenge/solveChallenge.ts');
      const solution = await solveChallenge(challenge, new AbortController().signal);
      if (solution !== null) opened = await openGuest({ ...wanted, solution });
    }
    if (opened.data === undefined) return apiErrorCode(opened.error);
    storeSessionId(opened.data.sessionId);
    return null;
  };

  const begin = () => {
    const stored = readSessionId();
    if (stored !== null && stored !== known) dispatch(sessionFollowed(stored));
  };
  return { open, begin };
}
