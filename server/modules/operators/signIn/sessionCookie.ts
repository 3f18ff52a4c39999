import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { csrfHeader } from '../../../../contract/operators/signIn.ts';
import { readCookie, tokenForm } from '../../../http/requests/cookies.ts';
import type { Settings } from '../../../settings/settings.ts';
import { OpsError } from '../opsError.ts';
import { sessionLifeMs, tokenPrefix } from './sessions.ts';
import { attemptLifeMs } from './startAttempt.ts';
import { digest, randomToken } from '../../../signInTokens.ts';

type Site = Pick<Settings, 'publicUrl'>;

/** A browser accepts the prefix `__Host-` only with `Secure`, without a domain, and with the path `/`. */
const nameOf = (name: string, site: Site) => (isSecure(site) ? `__Host-${name}` : name);
const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const secure = (site: Site) => (isSecure(site) ? '; Secure' : '');

const sessionForm = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

/** The token of the session in the cookie; null if there is none. */
export function readSessionCookie({ headers }: FastifyRequest, site: Site): string | null {
  return readCookie(headers, nameOf('operator', site), sessionForm);
}

/** Sets the cookie of a session. It goes only to this site, in requests of its own pages. */
export function setSessionCookie(reply: FastifyReply, site: Site, token: string): void {
  const seconds = sessionLifeMs / 1000;
  reply.header(
    'set-cookie',
    `${nameOf('operator', site)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure(site)}`,
  );
}

export function clearSessionCookie(reply: FastifyReply, site: Site): void {
  reply.header(
    'set-cookie',
    `${nameOf('operator', site)}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict${secure(site)}`,
  );
}

/**
 * The token of a browser that begins to sign in. Only this browser can finish the sign-in. The cookie is not strict,
 * because the provider's page sends the browser back.
 */
export function readBrowserToken({ headers }: FastifyRequest, site: Site): string | null {
  return readCookie(headers, nameOf('operator-sign-in', site), tokenForm);
}

/** Uses the existing token of the browser again, so that attempts in several tabs do not conflict. */
export function setBrowserToken(request: FastifyRequest, reply: FastifyReply, site: Site): string {
  const token = readBrowserToken(request, site) ?? randomToken();
  const seconds = attemptLifeMs / 1000;
  reply.header(
    'set-cookie',
    `${nameOf('operator-sign-in', site)}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure(site)}`,
  );
  return token;
}

/** The CSRF token of a session. Only pages of this site can read it, by `GET /api/ops/me`. */
export function csrfTokenOf(sessionToken: string): string {
  return digest(`csrf ${sessionToken}`);
}

/**
 * Refuses a changing call with the cookie of a session, if a page of another site may have sent it. The browser must
 * name the origin of this site, and the page must know the CSRF token.
 *
 * @param given the CSRF token of the call, from the header or from a form.
 * @throws {OpsError} csrfRefused.
 */
export function refuseForgedCall(
  request: FastifyRequest,
  site: Site,
  { sessionToken, given: token }: { sessionToken: string; given: string },
): void {
  refuseOtherSites(request, site);
  const given = Buffer.from(token);
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new OpsError(
      'csrfRefused',
      `The header ${csrfHeader} must have the token of the session.`,
    );
  }
}

/** @throws {OpsError} csrfRefused. */
export function refuseOtherSites({ headers }: FastifyRequest, { publicUrl }: Site): void {
  const fetchSite = headers['sec-fetch-site'];
  const isOwn =
    headers.origin === new URL(publicUrl).origin &&
    (fetchSite === undefined || fetchSite === 'same-origin');
  if (!isOwn) throw new OpsError('csrfRefused', 'The call comes from another site.');
}
