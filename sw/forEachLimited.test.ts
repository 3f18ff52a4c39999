import { expect, it } from 'vitest';
import { forEachLimited } from './forEachLimited.ts';

it('the function processes a list with limited concurrency', async () => {
  const done: number[] = [];
  let now = 0;
  let most = 0;
  await forEachLimited([1, 2, 3, 4, 5, 6, 7], 3, async (one) => {
    now += 1;
    most = Math.max(most, now);
    await Promise.resolve();
    now -= 1;
    done.push(one);
  });
  expect(new Set(done)).toEqual(new Set([1, 2, 3, 4, 5, 6, 7]));
  expect(most).toBe(3);
});

it('the function skips the rest of the list after a failure', async () => {
  const begun: number[] = [];
  await forEachLimited([1, 2, 3, 4, 5, 6], 2, async (one) => {
    begun.push(one);
    if (one === 2) throw new TypeError('Failed to fetch');
    await Promise.resolve();
  });
  expect(begun).not.toContain(6);
});
