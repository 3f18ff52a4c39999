import { drawOf, prizesInTurn } from '../../../../contract/rules/promotions/raffle.ts';
import type { Raffle } from '../../../../contract/raffle.ts';

/** A draw as the server told it. */
export interface ToldDraw {
  number: number;
  prize: number | null;
}

/** What a check of draws comes to. */
export type Verdict =
  /** So many are what the seed makes them. */
  | { status: 'right'; count: number }
  /** This one is not. */
  | { status: 'wrong'; number: number }
  /** A number is missing, or there is one too many. */
  | { status: 'incomplete' }
  /** The seed is not the one whose hash was published. */
  | { status: 'otherSeed' }
  /** The hash is not the one that this device saw when it took part. */
  | { status: 'otherHash' };

/** So many are computed before the page may answer to a finger again. */
const batch = 250;

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2);
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether this browser can compute hashes: the page has to be served securely. */
export function canCheck(): boolean {
  // Absent elsewhere, whatever the types say.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  return subtle !== undefined;
}

/** What each number up to this one has drawn, by the seed: the prize's index, or null. */
async function drawAll(
  { type, prizes, outOf }: Pick<Raffle, 'type' | 'prizes' | 'outOf'>,
  seed: Uint8Array<ArrayBuffer>,
  upTo: number,
): Promise<(number | null)[]> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', seed, algorithm, false, ['sign']);
  const text = new TextEncoder();
  const bring = prizesInTurn(prizes);
  const drawn: (number | null)[] = [];
  while (drawn.length < upTo) {
    const first = drawn.length + 1;
    const count = Math.min(batch, upTo - drawn.length);
    const macs = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        crypto.subtle.sign(algorithm, key, text.encode(`${type}/${first + index}`)),
      ),
    );
    for (const mac of macs) drawn.push(bring(drawOf(new Uint8Array(mac), outOf)));
  }
  return drawn;
}

export interface ToCheck {
  raffle: Raffle;
  /** The hash that this device kept when it took part; null where it did not. */
  savedHash: string | null;
  told: readonly ToldDraw[];
  /** Whether they are to be every draw that there was. */
  isAll: boolean;
}

/**
 * Computes draws anew from the published seed and compares them with what was told: first that the seed
 * is the one that the raffle was bound to before it began, then each draw. All numbers before one have
 * to be computed with it, because they may have used up its prize.
 */
export async function checkDraws({ raffle, savedHash, told, isAll }: ToCheck): Promise<Verdict> {
  if (savedHash !== null && savedHash !== raffle.seedHash) return { status: 'otherHash' };
  const seed = bytesOf(raffle.seed ?? '');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', seed));
  if (hexOf(hash) !== raffle.seedHash) return { status: 'otherSeed' };
  const last = told.reduce((most, { number }) => Math.max(most, number), 0);
  const isGapless = told.every(({ number }, index) => number === index + 1);
  if (isAll && (!isGapless || last !== raffle.entries)) return { status: 'incomplete' };
  const drawn = await drawAll(raffle, seed, last);
  const wrong = told.find(({ number, prize }) => drawn[number - 1] !== prize);
  return wrong
    ? { status: 'wrong', number: wrong.number }
    : { status: 'right', count: told.length };
}
