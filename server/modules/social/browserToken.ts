import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../../settings/settings.ts';
import { attemptLifetimeMs, randomToken } from './attempts.ts';

type Site = Pick<Settings, 'publicUrl'>;

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const nameOf = (site: Site) => (isSecure(site) ? '__Host-social' : 'social');

/**
 * A cookie that identifies the browser that began an attempt when the provider redirects back.
 * Without it, an attacker could begin an attempt, have somebody else finish it, and be signed in as
 * them.
 */
export function readBrowserToken(request: FastifyRequest, site: Site): string | null {
  const name = nameOf(site);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=');
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/**
 * Keeps the browser's existing token, so that attempts in several tabs do not conflict, or sets a
 * new one.
 */
export function setBrowserToken(request: FastifyRequest, reply: FastifyReply, site: Site): string {
  const browserToken = readBrowserToken(request, site) ?? randomToken();
  // Apple's answer is a form from another site, with which `Lax` cookies are not sent.
  const scope = isSecure(site) ? 'SameSite=None; Secure' : 'SameSite=Lax';
  const seconds = attemptLifetimeMs / 1000;
  reply.header(
    'set-cookie',
    `${nameOf(site)}=${browserToken}; Path=/; Max-Age=${seconds}; HttpOnly; ${scope}`,
  );
  return browserToken;
}
