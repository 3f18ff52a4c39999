import { local } from '../../../lib/storage/storage.ts';

const storageKey = 'raffleHashes';

/** Of so many raffles, the last ones. */
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
 * Keeps what a raffle was bound to when this device first took part, so that nobody can publish another
 * hash with a fitting seed later.
 */
export function saveHash(type: string, hash: string): void {
  const kept = read();
  if (kept.some(([known]) => known === type)) return;
  local.set(storageKey, JSON.stringify([...kept, [type, hash]].slice(-most)));
}

/** Null where this device took no part. */
export function savedHash(type: string): string | null {
  return read().find(([known]) => known === type)?.[1] ?? null;
}

/** The raffle in which this device took part last, or null. */
export function lastRaffle(): string | null {
  return read().at(-1)?.[0] ?? null;
}
