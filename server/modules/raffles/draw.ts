import { createHash, createHmac } from 'node:crypto';
import { drawOf } from '../../../contract/rules/promotions/raffle.ts';

/**
 * The draw of an entry. It depends only on the seed, the raffle's type and the entry's number, so that
 * anybody with these values can repeat it.
 *
 * @param seed in hexadecimal form.
 */
export function drawNumber(seed: string, type: string, number: number, outOf: number): number {
  const key = Buffer.from(seed, 'hex');
  const mac = createHmac('sha256', key).update(`${type}/${number}`).digest();
  return drawOf(mac, outOf);
}

/** The hash of a seed. It is public before the seed, so that nobody can change the seed later. */
export function hashOfSeed(seed: string): string {
  return createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');
}
