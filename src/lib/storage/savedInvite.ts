import { local } from './storage.ts';

const storageKey = 'invite';

/** An invite that was not used within this time is forgotten. */
const keepForMs = 90 * 24 * 3600_000;

const shape = /^[A-Za-z0-9-]{4,20}$/;

/** The invite code in an address, if it is valid: letters, digits and dashes. Spaces are removed. */
export function inviteIn(search: string): string | null {
  const code = new URLSearchParams(search).get('invite')?.replace(/\s/g, '') ?? '';
  return shape.test(code) ? code : null;
}

/** Stores the invite that brought the user here, until the user has an account. */
export function storeInvite(code: string): void {
  local.set(storageKey, `${Date.now()} ${code}`);
}

export function forgetInvite(): void {
  local.remove(storageKey);
}

/** The code to send with the registration; null if there is none. */
export function savedInvite(): string | null {
  const [at, code] = (local.get(storageKey) ?? '').split(' ');
  if (code === undefined || !shape.test(code)) return null;
  return Math.abs(Date.now() - Number(at)) < keepForMs ? code : null;
}
