import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { ProblemError } from '../problem.ts';
import { callerNetwork, countCall, uncountCall } from './rateLimit.ts';

forBothEngines((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('calls beyond the limit wait for the next window, also when they are concurrent', async () => {
    const limit = { name: 'test', limit: 5, windowSeconds: 60 };
    const now = new Date('2026-01-01T00:00:45Z');
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, () => countCall(database.db, limit, 'me', now)),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(7);
    expect(refused[0]?.reason).toBeInstanceOf(ProblemError);
    expect(refused[0]?.reason).toMatchObject({
      code: 'tooManyRequests',
      extras: { retryAfter: 15 },
    });
    await countCall(database.db, limit, 'somebody else', now);
    await countCall(database.db, limit, 'me', new Date('2026-01-01T00:01:00Z'));
  });

  test('a /48 network has the limit of sixteen /64 networks', async () => {
    const limit = { name: 'site', limit: 2, windowSeconds: 60 };
    const now = new Date('2026-01-01T00:00:00Z');
    const call = (address: string) => countCall(database.db, limit, callerNetwork(address), now);
    for (let i = 0; i < 32; i++) await call(`2001:db8:7:${i.toString(16)}::1`);
    await expect(call('2001:db8:7:ffff::1')).rejects.toMatchObject({ code: 'tooManyRequests' });
    await call('2001:db8:8:ffff::1');
    await call('203.0.113.7');
  });

  test('a call that is not counted after all is not counted for its /48 network either', async () => {
    const limit = { name: 'undone', limit: 2, windowSeconds: 60 };
    const now = new Date('2026-01-01T00:00:00Z');
    for (let i = 0; i < 40; i++) {
      const network = callerNetwork(`2001:db8:9:${i.toString(16)}::1`);
      await expect(countCall(database.db, limit, network, now)).resolves.toBeUndefined();
      await uncountCall(database.db, limit, network, now);
    }
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});
