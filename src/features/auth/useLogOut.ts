import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { paths } from '../../../contract/paths.ts';
import { readSessionId, signedOut } from '../../api/session.ts';
import { google } from './social/googleFacility.ts';

/**
 * The longest wait for the server in milliseconds. On a borrowed phone, a logout must not wait for
 * a server that does not answer.
 */
const logOutTimeoutMs = 2_000;

/**
 * Ends the session on the server and on this device. Without an answer of the server, the session
 * still ends on this device. Because of `keepalive`, the request continues even after the page is
 * closed.
 */
export function useLogOut(): { logOut: () => Promise<void>; busy: boolean } {
  const dispatch = useDispatch();
  const [busy, working] = useState(false);

  async function logOut(): Promise<void> {
    working(true);
    await Promise.race([
      endOnServer(),
      new Promise((resolve) => setTimeout(resolve, logOutTimeoutMs)),
    ]);
    await google.signOut();
    dispatch(signedOut());
    working(false);
  }

  return { logOut, busy };
}

async function endOnServer(): Promise<void> {
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
    // No answer arrived. If the server did not get the request, the session expires later.
  }
}
