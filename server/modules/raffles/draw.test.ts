import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawNumber, hashOfSeed } from './draw.ts';

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

test('anybody can repeat the draw with the Web Crypto API, as the API of the server describes it', async () => {
  const outOf = fc.integer({ min: 1, max: 1_000_000 });
  await fc.assert(
    fc.asyncProperty(seed, fc.integer({ min: 1 }), outOf, async (bytes, number, most) => {
      const algorithm = { name: 'HMAC', hash: 'SHA-256' };
      const raw = Uint8Array.from(bytes);
      const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['sign']);
      const message = new TextEncoder().encode(`lucky-day/${number}`);
      const view = new DataView(await crypto.subtle.sign('HMAC', key, message));
      const first48 = (BigInt(view.getUint32(0)) << 16n) | BigInt(view.getUint16(4));
      expect(drawNumber(hex(raw), 'lucky-day', number, most)).toBe(Number(first48 % BigInt(most)));
      expect(hashOfSeed(hex(raw))).toBe(createHash('sha256').update(raw).digest('hex'));
    }),
  );
});

test('the draws of one seed are evenly distributed @slow', () => {
  // With 9 degrees of freedom, the chi-squared value of fair draws is above 45 for one seed in a million.
  const tooFar = 45;
  const entries = 2000;
  fc.assert(
    fc.property(seed, (bytes) => {
      const counts = Array.from({ length: 10 }, () => 0);
      for (let number = 1; number <= entries; number++) {
        const draw = drawNumber(hex(bytes), 'lucky-day', number, counts.length);
        counts[draw] = (counts[draw] ?? 0) + 1;
      }
      const expected = entries / counts.length;
      const chi = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
      expect(chi).toBeLessThan(tooFar);
    }),
    { numRuns: 50 },
  );
});
