import { codeLifetimeMs } from '../../contract/rules/people/codes.ts';
import { useNow } from '../lib/format/time.ts';
import { local } from '../lib/storage/storage.ts';

// Kept, so that a running rental shows its true age after a reload without a network.
const storageKey = 'serverClock';

/** Less than this is the network's doing, not the clock's. */
const toleranceMs = 2_000;

/** A device whose battery was empty may believe that it is 1970; nobody is farther off. */
const mostMs = 100 * 365 * 24 * 3600_000;

function readOffset(): number {
  const kept = Number(local.get(storageKey) ?? '0');
  return Math.abs(kept) < mostMs ? kept : 0;
}

let offset = readOffset();

/** How far off this device's clock is, unless it was known already, or nearly so. */
function learn(seen: number, leastMs: number): void {
  if (!Number.isFinite(seen) || Math.abs(seen - offset) < leastMs) return;
  offset = seen;
  local.set(storageKey, String(Math.round(offset)));
}

/** Learns from an answer how far this device's clock is from the server's. `at` is ISO 8601. */
export function noteServerTime(at: string): void {
  learn(Date.parse(at) - Date.now(), toleranceMs);
}

/** No answer is on its way for so long. */
const longestWayMs = 60_000;

/**
 * The same from the `Date` of any answer: enough to find a clock that is a day off, and too coarse, on
 * a bad line, for one that is right.
 */
export function noteAnswerDate(date: string | null): void {
  if (date !== null) learn(Date.parse(date) - Date.now(), longestWayMs);
}

/** The same from a code that was sent this moment: how long it is good for is known. */
export function noteCodeIssued({ expiresAt }: { expiresAt: string }): void {
  const at = Date.parse(expiresAt) - codeLifetimeMs;
  if (Number.isFinite(at)) noteServerTime(new Date(at).toISOString());
}

/** What the server's clock said at a moment of this device's, both in milliseconds since the epoch. */
export function serverTime(deviceTime: number): number {
  return deviceTime + offset;
}

/** The server's clock as far as it is known, in milliseconds since the epoch, read every `intervalMs`. */
export function useServerNow(intervalMs: number): number {
  return useNow(intervalMs) + offset;
}
