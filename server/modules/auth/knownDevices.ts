import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { paths } from '../../../contract/paths.ts';
import type { Db, Trx } from '../../db/database.ts';
import { readCookie, tokenForm } from '../../http/requests/cookies.ts';
import type { Settings } from '../../settings/settings.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { resendMemoryMs } from './codes/codeMachine.ts';

/*
 * Each browser that requests a code gets a cookie. With this cookie, the server distinguishes the browsers that request
 * codes for the same phone, so a stranger cannot replace the owner's code. A known device is a browser that has signed
 * in with the phone before. The known devices of a phone share an allowance of codes. So the owner can sign in even if
 * strangers request codes for this phone, or use up the limits of the address or the country. For the same reason, the
 * limit of tries per network does not apply to the codes of a known device. The cookie alone signs nobody in.
 */

type Site = Pick<Settings, 'publicUrl'>;

const dayMs = 24 * 60 * 60_000;
/**
 * The lifetime of the cookie and of the row in `known_devices`, counted from the last sign-in.
 * Browsers delete a cookie after at most 400 days.
 */
export const knownDevicesKeptMs = 400 * dayMs;

/** The lifetime of the cookie before a sign-in. After this time, earlier codes no longer delay the next code. */
export const askedMs = resendMemoryMs;

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:');
const nameOf = (site: Site) => (isSecure(site) ? '__Secure-device' : 'device');

/** The token of a browser: its existing token, or a new token. The database stores only the hash. */
export function chooseToken(
  request: FastifyRequest,
  site: Site,
): { token: string; hash: string; isNew: boolean } {
  const own = readCookie(request.headers, nameOf(site), tokenForm);
  const token = own ?? randomBytes(32).toString('base64url');
  return { token, hash: hashOf(token), isNew: own === null };
}

/** Sets the cookie with the browser's token, for a lifetime in milliseconds. */
export function keepToken(
  reply: FastifyReply,
  site: Site,
  { token, ms }: { token: string; ms: number },
): void {
  const scope = `Path=${paths.codes}; SameSite=Strict${isSecure(site) ? '; Secure' : ''}`;
  reply.header('set-cookie', `${nameOf(site)}=${token}; Max-Age=${ms / 1000}; HttpOnly; ${scope}`);
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

/** Whether the device has signed in before to the account that has this phone now. */
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

/** Deletes the devices whose cookies have expired. */
export async function dropOldDevices(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('used_at', '<', addMs(now, -knownDevicesKeptMs))
    .execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
