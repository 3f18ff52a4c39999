import { timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { csrfHeader } from '../../../../contract/operators/signIn.ts';
import { readCookie, tokenForm } from '../../../http/requests/cookies.ts';
import type { Settings } from '../../../settings/settings.ts';
import { OpsError } from '../opsError.ts';
import { sessionLifeMs, tokenPrefix } from './sessions.ts';
import { attemptLifeMs } from './startAttempt.ts';
import { digest, randomToken } from '../../../ids/signInTokens.ts';

type Site = Pick<Settings, 'publicUrl'>;

/** A browser accepts the prefix `__Host-` only with `Secure`, without a domain, and with the path `/`. */
const nameOf = (name: string, site: Site) => (isSecure(site) ? `__Host-${name}` : name);
const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const secure = (site: Site) => (isSecure(site) ? '; Secure' : '');

/** A subject has at most 255 ASCII characters (OpenID Connect Core, section 2), encoded as base64url. */
const accountForm = /^[\w-]{1,340}$/;
const sessionForm = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

/** The token of the session in the cookie; null if there is none. */
export function readSessionCookie({ headers }: FastifyRequest, site: Site): string | null {
  return readCookie(headers, nameOf('operator', site), sessionForm);
}

/**
 * Sets the cookie of a session. The browser sends the cookie only to this site, and not in requests that come
 * from a page of another site.
 */
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
 * The token of a browser that begins to sign in; null if the browser has none. Only this browser can finish the
 * sign-in. The cookie does not have `SameSite=Strict`, because the provider's page sends the browser back.
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

/**
 * Stores the account of a refused sign-in in a cookie, so that the page can show the account to the person. The page
 * must not read the account from its address: with a forged link, an attacker could make a person request access for
 * the attacker's account.
 */
export function setRefusedAccount(reply: FastifyReply, site: Site, subject: string): void {
  const value = Buffer.from(subject).toString('base64url');
  reply.header('set-cookie', refusedAccountCookie(site, value, attemptLifeMs / 1000));
}

export function clearRefusedAccount(reply: FastifyReply, site: Site): void {
  reply.header('set-cookie', refusedAccountCookie(site, '', 0));
}

/** The cookie does not have `SameSite=Strict`, because the provider's page sends the browser back. */
const refusedAccountCookie = (site: Site, value: string, seconds: number) =>
  `${nameOf('operator-refused', site)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure(site)}`;

/** The account of the refused sign-in of this browser; null if there is none. */
export function readRefusedAccount({ headers }: FastifyRequest, site: Site): string | null {
  const value = readCookie(headers, nameOf('operator-refused', site), accountForm);
  return value === null ? null : Buffer.from(value, 'base64url').toString();
}

/** The CSRF token of a session. Only pages of this site can read it, by `GET /api/ops/me` or in the HTML of `/ops`. */
export function csrfTokenOf(sessionToken: string): string {
  return digest(`csrf ${sessionToken}`);
}

/**
 * Refuses a call that a page of another site may have sent. Callers use this check for calls that
 * change something and use the cookie of a session. Such a call must have the origin of this site
 * and the CSRF token of the session.
 *
 * @param given the CSRF token in the header of the call.
 * @throws {OpsError} csrfRefused.
 */
export function refuseForgedCall(
  request: FastifyRequest,
  site: Site,
  { sessionToken, given }: { sessionToken: string; given: string },
): void {
  refuseOtherSites(request, site);
  if (isCsrfTokenOf(sessionToken, given)) return;
  throw new OpsError(
    'csrfRefused',
    `The call needs the CSRF token of the session in the header ${csrfHeader}.`,
  );
}

export function isCsrfTokenOf(sessionToken: string, token: string): boolean {
  const given = Buffer.from(token);
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** @throws {OpsError} csrfRefused. */
export function refuseOtherSites({ headers }: FastifyRequest, { publicUrl }: Site): void {
  const fetchSite = headers['sec-fetch-site'];
  const isOwn =
    headers.origin === new URL(publicUrl).origin &&
    (fetchSite === undefined || fetchSite === 'same-origin');
  if (!isOwn) throw new OpsError('csrfRefused', 'The call comes from another site.');
}
