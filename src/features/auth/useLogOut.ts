import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { paths } from '../../../contract/paths.ts';
import { readSessionId, signedOut } from '../../api/session.ts';
import { google } from './social/googleFacility.ts';

/** Whoever presses *Log out* on a borrowed phone does not wait for a server that hangs. */
const patienceMs = 2_000;

/**
 * Ends the session on the server and here. Where the server cannot be reached, it ends here all the
 * same; the browser goes on telling the server, even when the page is closed.
 */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const dispatch = useDispatch();
  const [busy, working] = useState(false);

  async function logOut(): Promise<void> {
    working(true);
    await Promise.race([tellServer(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
    await google.signOut();
    dispatch(signedOut());
    working(false);
  }

  return { logOut, busy };
}

async function tellServer(): Promise<void> {
  const sessionId = readSessionId();
  if (sessionId === null) return;
  try {
    await fetch(paths.currentSession, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${sessionId}`, 'x-app-version': __APP_VERSION__ },
      keepalive: true,
      redirect: 'error',
    });
  } catch {
    // No network: what is left of the session expires by itself.
  }
}
