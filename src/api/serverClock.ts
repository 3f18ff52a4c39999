import { codeLifetimeMs } from '../../contract/rules/people/codes.ts';
import { useNow } from '../lib/format/time.ts';
import { local } from '../lib/storage/storage.ts';

// The offset is stored, so that a running rental shows its correct duration after a reload without
// a network.
const storageKey = 'serverClock';

/** In milliseconds. A difference below this limit counts as network delay, not as a wrong clock. */
const toleranceMs = 2_000;

/**
 * The largest valid offset in milliseconds. It is large, because a device whose battery was empty may start with the
 * year 1970.
 */
const mostMs = 100 * 365 * 24 * 3600_000;

function readOffset(): number {
  const stored = Number(local.get(storageKey) ?? '0');
  return Math.abs(stored) < mostMs ? stored : 0;
}

let offset = readOffset();

/** Stores a measured clock offset, unless it differs from the current offset by less than `leastMs`. */
function learn(seen: number, leastMs: number): void {
  if (!Number.isFinite(seen) || Math.abs(seen - offset) < leastMs) return;
  offset = seen;
  local.set(storageKey, String(Math.round(offset)));
}

/** Updates the offset of the device clock from a server time (ISO 8601). */
export function noteServerTime(at: string): void {
  learn(Date.parse(at) - Date.now(), toleranceMs);
}

/** In milliseconds. Every answer arrives within this time after the server has sent it. */
const longestWayMs = 60_000;

/**
 * Updates the offset from the `Date` header of any answer, so that the app detects a clock that is wrong by a
 * minute or more. On a bad network this header is too inexact to correct a smaller error.
 */
export function noteAnswerDate(date: string | null): void {
  if (date !== null) learn(Date.parse(date) - Date.now(), longestWayMs);
}

/**
 * Updates the offset from a code that was sent just now. The lifetime of a code is fixed, so the expiry of
 * the code shows the server time.
 */
export function noteCodeIssued({ expiresAt }: { expiresAt: string }): void {
  const at = Date.parse(expiresAt) - codeLifetimeMs;
  if (Number.isFinite(at)) noteServerTime(new Date(at).toISOString());
}

/** Converts a time of the device clock to server time, both in milliseconds since the epoch. */
export function serverTime(deviceTime: number): number {
  return deviceTime + offset;
}

/** Converts a server time to a time of the device clock, both in milliseconds since the epoch. */
export function deviceTime(time: number): number {
  return time - offset;
}

/** Returns the estimated server time in milliseconds since the epoch, updated every `intervalMs`. */
export function useServerNow(intervalMs: number): number {
  return useNow(intervalMs) + offset;
}
