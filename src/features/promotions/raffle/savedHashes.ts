import { local } from '../../../lib/storage/storage.ts';

const storageKey = 'raffleHashes';

/** How many raffles are stored, the latest ones. */
const most = 10;

function read(): [type: string, hash: string][] {
  const text = local.get(storageKey);
  if (text === null) return [];
  try {
    const kept: unknown = JSON.parse(text);
    if (!Array.isArray(kept)) return [];
    return kept.flatMap((pair: unknown): [string, string][] =>
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
 * Stores the hash of a raffle when this device first takes part, so that nobody can publish another
 * hash with a matching seed later.
 */
export function saveHash(type: string, hash: string): void {
  const kept = read();
  if (kept.some(([known]) => known === type)) return;
  local.set(storageKey, JSON.stringify([...kept, [type, hash]].slice(-most)));
}

/** Null if this device took no part. */
export function savedHash(type: string): string | null {
  return read().find(([known]) => known === type)?.[1] ?? null;
}

/** The last raffle in which this device took part, or null. */
export function lastRaffle(): string | null {
  return read().at(-1)?.[0] ?? null;
}
