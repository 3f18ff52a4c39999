import { drawOf, prizesInTurn } from '../../../../contract/rules/promotions/raffle.ts';
import type { Raffle } from '../../../../contract/raffle.ts';

/** A draw that the server published. */
export interface ReportedDraw {
  number: number;
  prize: number | null;
}

/** The result of a check of draws. */
export type Verdict =
  /** All draws are correct. `count` is their number. */
  | { status: 'right'; count: number }
  /** The draw with this number is wrong. */
  | { status: 'wrong'; number: number }
  /** A number is missing, or there is an extra number. */
  | { status: 'incomplete' }
  /** The seed does not match the published hash. */
  | { status: 'otherSeed' }
  /** The published hash differs from the hash that this device stored at the rider's first entry. */
  | { status: 'otherHash' };

/** The number of draws to compute before the page can handle input again. */
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

/** Whether this browser can compute hashes. Browsers compute hashes only on pages with HTTPS. */
export function canCheck(): boolean {
  // `subtle` is missing on pages without HTTPS, although the DOM types contain it.
  const subtle: SubtleCrypto | undefined = crypto.subtle;
  return subtle !== undefined;
}

/**
 * Computes the draws from number 1 to `upTo` from the seed. Each result is the index of the prize; null for no prize.
 */
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
  /**
   * The hash that this device stored when the rider first entered this raffle; null without an
   * entry.
   */
  savedHash: string | null;
  reported: readonly ReportedDraw[];
  /** Whether `reported` must contain every draw of the raffle. */
  isAll: boolean;
}

/**
 * First checks that the published hash equals the saved hash, if there is one, and that the
 * published seed matches the published hash. Then computes the draws from the seed, and compares
 * them with the draws of the server. Earlier draws may have used up a prize, so the computation
 * always begins with the first draw.
 */
export async function checkDraws({
  raffle,
  savedHash,
  reported,
  isAll,
}: ToCheck): Promise<Verdict> {
  if (savedHash !== null && savedHash !== raffle.seedHash) return { status: 'otherHash' };
  const seed = bytesOf(raffle.seed ?? '');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', seed));
  if (hexOf(hash) !== raffle.seedHash) return { status: 'otherSeed' };
  const last = reported.reduce((most, { number }) => Math.max(most, number), 0);
  const isGapless = reported.every(({ number }, index) => number === index + 1);
  if (isAll && (!isGapless || last !== raffle.entries)) return { status: 'incomplete' };
  const drawn = await drawAll(raffle, seed, last);
  const wrong = reported.find(({ number, prize }) => drawn[number - 1] !== prize);
  return wrong
    ? { status: 'wrong', number: wrong.number }
    : { status: 'right', count: reported.length };
}
