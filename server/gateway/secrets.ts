import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Hashes a station's secret for the database. A fast hash suffices, because nobody can guess a secret of 256 random
 * bits.
 */
export function hashStationSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

export function isStationSecret(secret: string, hash: string): boolean {
  const given = Buffer.from(hashStationSecret(secret));
  const stored = Buffer.from(hash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}
