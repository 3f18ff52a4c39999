import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../../contract/paths.ts';
import type { Db, Trx } from '../../db/database.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../unitOfWork.ts';

/*
 * A known device is a browser that has signed in with a phone before, and keeps a cookie about it.
 * It has its own allowance of codes, so that strangers who request codes for this phone, or use up
 * the limits of its address or country, cannot lock the owner out. The cookie proves nothing else.
 */

type Site = Pick<Settings, 'publicUrl'>;

const dayMs = 24 * 60 * 60_000;
/** The lifetime of the cookie, and of its row after its last use. Browsers keep no cookie for longer. */
export const knownDevicesKeptMs = 400 * dayMs;

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const nameOf = (site: Site) => (isSecure(site) ? '__Secure-device' : 'device');

function readToken(request: FastifyRequest, site: Site): string | null {
  const name = nameOf(site);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value = ''] = part.trim().split('=');
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/** The hash of the token of a browser; null if it has none. */
export function knownDeviceOf(request: FastifyRequest, site: Site): string | null {
  const token = readToken(request, site);
  return token === null ? null : hashOf(token);
}

/** The token that a browser has after a sign-in: its own, or a new one. */
export function chooseToken(
  request: FastifyRequest,
  site: Site,
): { token: string; device: string } {
  const token = readToken(request, site) ?? randomBytes(32).toString('base64url');
  return { token, device: hashOf(token) };
}

export function keepToken(reply: FastifyReply, site: Site, token: string): void {
  const scope = `Path=${paths.codes}; SameSite=Strict${isSecure(site) ? '; Secure' : ''}`;
  reply.header(
    'set-cookie',
    `${nameOf(site)}=${token}; Max-Age=${knownDevicesKeptMs / 1000}; HttpOnly; ${scope}`,
  );
}

export async function rememberDevice(
  trx: Trx,
  { device, userId, now }: { device: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('known_devices')
    .values({ device, user_id: userId, used_at: now })
    .onConflict((conflict) => conflict.columns(['device', 'user_id']).doUpdateSet({ used_at: now }))
    .execute();
}

/** Whether the device has signed in with this phone before. */
export async function knowsPhone(db: Db, device: string, phone: string): Promise<boolean> {
  const known = await db
    .selectFrom('known_devices')
    .innerJoin('users', 'users.id', 'known_devices.user_id')
    .select('users.id')
    .where('device', '=', device)
    .where('users.phone', '=', phone)
    .executeTakeFirst();
  return known !== undefined;
}

export async function forgetKnownDevices(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}

/** Deletes devices whose cookie has expired. */
export async function dropOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('used_at', '<', addMs(now, -knownDevicesKeptMs))
    .execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
