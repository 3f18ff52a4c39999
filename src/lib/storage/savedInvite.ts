import { local } from './storage.ts';

const storageKey = 'invite';

/** The time in milliseconds after which an unused invite code does not count any more. */
const keepForMs = 90 * 24 * 3600_000;

const shape = /^[A-Za-z0-9-]{4,20}$/;

/**
 * Reads the invite code in an address, without spaces. Returns null if there is no code, or if the
 * code is not 4 to 20 letters, digits and dashes.
 */
export function inviteIn(search: string): string | null {
  const code = new URLSearchParams(search).get('invite')?.replace(/\s/g, '') ?? '';
  return shape.test(code) ? code : null;
}

/** Stores the invite code that led the user here, until the user has an account. */
export function storeInvite(code: string): void {
  local.set(storageKey, `${Date.now()} ${code}`);
}

export function forgetInvite(): void {
  local.remove(storageKey);
}

/** Returns the invite code to send with the sign-up, or null if there is none. */
export function savedInvite(): string | null {
  const [at, code] = (local.get(storageKey) ?? '').split(' ');
  if (code === undefined || !shape.test(code)) return null;
  return Math.abs(Date.now() - Number(at)) < keepForMs ? code : null;
}
