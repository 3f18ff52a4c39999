import { local } from '../../../lib/storage/storage.ts';

const storageKey = 'raffleHashes';

/** The highest number of stored raffles. The device stores only the latest raffles. */
const most = 10;

function read(): [type: string, hash: string][] {
  const text = local.get(storageKey);
  if (text === null) return [];
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((pair: unknown): [string, string][] =>
      Array.isArray(pair) && typeof pair[0] === 'string' && typeof pair[1] === 'string'
        ? [[pair[0], pair[1]]]
        : [],
    );
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/**
 * Stores the hash of a raffle at the first entry on this device. If the operator later replaces the
 * seed and the published hash, the device sees that the published hash differs from the stored
 * hash.
 */
export function saveHash(type: string, hash: string): void {
  const stored = read();
  if (stored.some(([known]) => known === type)) return;
  local.set(storageKey, JSON.stringify([...stored, [type, hash]].slice(-most)));
}

/** Returns the stored hash of a raffle, or null if none is stored. */
export function savedHash(type: string): string | null {
  return read().find(([known]) => known === type)?.[1] ?? null;
}

/**
 * Returns the type of the raffle whose first entry on this device is the most recent; null if there
 * was no entry.
 */
export function lastRaffle(): string | null {
  return read().at(-1)?.[0] ?? null;
}
