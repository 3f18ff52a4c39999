import { createHash, createHmac } from 'node:crypto';
import { drawOf } from '../../../contract/rules/promotions/raffle.ts';

/**
 * The draw of an entry. The draw depends only on the seed, the raffle's type and the entry's number, so that anybody
 * can compute it again.
 *
 * @param seed in hexadecimal form.
 */
export function drawNumber(seed: string, type: string, number: number, outOf: number): number {
  const key = Buffer.from(seed, 'hex');
  const mac = createHmac('sha256', key).update(`${type}/${number}`).digest();
  return drawOf(mac, outOf);
}

/**
 * The hash of a seed. The server publishes the hash before the first draw, and the seed after the raffle. Then the hash
 * proves that the seed has not changed.
 */
export function hashOfSeed(seed: string): string {
  return createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');
}
