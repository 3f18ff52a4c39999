import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, tokenForm } from '../../http/requests/cookies.ts';
import type { Settings } from '../../settings/settings.ts';
import { randomToken } from '../../ids/signInTokens.ts';
import { attemptLifetimeMs } from './attempts.ts';

type Site = Pick<Settings, 'publicUrl'>;

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const nameOf = (site: Site) => (isSecure(site) ? '__Host-social' : 'social');

/**
 * The token of the browser, from a cookie. When the provider redirects back, the token proves that this browser began
 * the attempt. Without the token, an attacker could begin an attempt, let a victim finish it, and be signed in to the
 * victim's account.
 */
export function readBrowserToken(request: FastifyRequest, site: Site): string | null {
  return readCookie(request.headers, nameOf(site), tokenForm);
}

/**
 * Keeps the existing token of the browser, so that attempts in several tabs do not conflict. Sets a new
 * token if the browser has none.
 */
export function setBrowserToken(request: FastifyRequest, reply: FastifyReply, site: Site): string {
  const browserToken = readBrowserToken(request, site) ?? randomToken();
  // Apple answers with a form from another site, and browsers do not send `Lax` cookies with such a form.
  const scope = isSecure(site) ? 'SameSite=None; Secure' : 'SameSite=Lax';
  const seconds = attemptLifetimeMs / 1000;
  reply.header(
    'set-cookie',
    `${nameOf(site)}=${browserToken}; Path=/; Max-Age=${seconds}; HttpOnly; ${scope}`,
  );
  return browserToken;
}
