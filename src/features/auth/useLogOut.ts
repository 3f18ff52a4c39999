import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { signedOut } from '../../api/session.ts';
import { useEndSessionMutation } from './authApi.ts';

/**
 * Ends the session on the server and here. Where the server cannot be reached, it ends here all the
 * same: whoever presses *Log out* on a borrowed phone must be able to rely on it.
 */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const dispatch = useDispatch();
  const [endSession] = useEndSessionMutation();
  const [busy, working] = useState(false);

  async function logOut(): Promise<void> {
    working(true);
    await endSession();
    dispatch(signedOut());
    working(false);
  }

  return { logOut, busy };
}
