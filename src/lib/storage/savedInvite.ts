import { local } from './storage.ts';

const storageKey = 'invite';

/** An invitation that nobody took up in this time is forgotten. */
const keepForMs = 90 * 24 * 3600_000;

const shape = /^[A-Za-z0-9-]{4,20}$/;

/** The code in an address, where it looks like one: letters, digits and dashes; spaces are let out. */
export function inviteIn(search: string): string | null {
  const code = new URLSearchParams(search).get('invite')?.replace(/\s/g, '') ?? '';
  return shape.test(code) ? code : null;
}

/** Keeps whose invitation brought this device here, until its person has an account. */
export function storeInvite(code: string): void {
  local.set(storageKey, `${Date.now()} ${code}`);
}

export function forgetInvite(): void {
  local.remove(storageKey);
}

/** The code to register with, or null. */
export function savedInvite(): string | null {
  const [at, code] = (local.get(storageKey) ?? '').split(' ');
  if (code === undefined || !shape.test(code)) return null;
  return Math.abs(Date.now() - Number(at)) < keepForMs ? code : null;
}
