import { codeLifetimeMs } from '../../contract/rules/codes.ts';
import { useNow } from '../lib/time.ts';
import { local } from '../lib/storage.ts';

// Kept, so that a running rental shows its true age after a reload without a network.
const storageKey = 'serverClock';

/** Less than this is the network's doing, not the clock's. */
const toleranceMs = 2_000;

function readOffset(): number {
  const kept = Number(local.get(storageKey) ?? '0');
  return Number.isFinite(kept) ? kept : 0;
}

let offset = readOffset();

/** Learns from an answer how far this device's clock is from the server's. `at` is ISO 8601. */
export function noteServerTime(at: string): void {
  const seen = Date.parse(at) - Date.now();
  if (!Number.isFinite(seen) || Math.abs(seen - offset) < toleranceMs) return;
  offset = seen;
  local.set(storageKey, String(Math.round(offset)));
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
