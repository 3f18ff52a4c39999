import { CodeIssued, SignedIn } from '../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import { hashSessionId } from '../modules/auth/session.ts';
import type { CallAnswer, Rider, TestApp } from './app.ts';

export interface Guest extends Omit<Rider, 'phone'> {
  /** The cookie by which the server recognises the guest's browser. */
  cookie: string;
}

export function askForGuest(app: TestApp, cookie = '', solution?: string): Promise<CallAnswer> {
  const body = { language: 'en', solution };
  return app.call(paths.guests, { method: 'POST', body, headers: { cookie } });
}

/** Opens the session of a guest, in a new browser or in the browser with this cookie. */
export async function addGuest(app: TestApp, cookie?: string): Promise<Guest> {
  const answer = await askForGuest(app, cookie);
  const { sessionId, user } = SignedIn.parse(answer.body);
  const { user_id: userId } = await app.deps.db
    .selectFrom('sessions')
    .select('user_id')
    .where('id_hash', '=', hashSessionId(sessionId))
    .executeTakeFirstOrThrow();
  const cookiePair = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { sessionId, user, userId, cookie: cookiePair };
}

/**
 * Requests a code for a phone. Returns a function that enters this code in a session. The function
 * can be called several times.
 */
export async function textCode(
  app: TestApp,
  phone: string,
): Promise<(session?: string, inviteCode?: string) => Promise<CallAnswer>> {
  const body = { phone, language: 'en' };
  const { requestId } = CodeIssued.parse(
    (await app.call(paths.codes, { method: 'POST', body })).body,
  );
  return (session, inviteCode) =>
    app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      ...(session !== undefined && { session }),
      body: { code: app.sms.codeFor(phone), inviteCode },
    });
}
