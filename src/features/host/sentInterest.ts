import type { HostInterestTaken } from '../../../contract/hosts.ts';
import { serverTime } from '../../api/serverClock.ts';
import { local } from '../../lib/storage/storage.ts';

const storageKey = 'hostSent';

/** Milliseconds for which the confirmation is shown. */
const shownForMs = 30 * 24 * 3600_000;

const shape = /^(\S+Z) ([\w-]{3,20})$/;

/** Stores that this device sent the form. Does not store the content of the form. */
export function storeSent({ at, reference }: HostInterestTaken): void {
  local.set(storageKey, `${at} ${reference}`);
}

export function forgetSent(): void {
  local.remove(storageKey);
}

/** Returns the time and reference of the last form, or null if no form was sent in the last 30 days. */
export function readSent(): HostInterestTaken | null {
  const [, at, reference] = shape.exec(local.get(storageKey) ?? '') ?? [];
  if (at === undefined || reference === undefined) return null;
  // The server set the time, so compare it with the server's clock.
  const age = serverTime(Date.now()) - Date.parse(at);
  return Math.abs(age) < shownForMs ? { at, reference } : null;
}
