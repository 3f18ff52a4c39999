import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { ProblemError } from '../problem.ts';
import { callerNetwork } from './networks.ts';
import { countCall, uncountCall } from './rateLimit.ts';

forBothEngines((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('calls beyond the limit are refused until the next window, even if they are concurrent', async () => {
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

  test('a caller above the limit causes few queries', async () => {
    let queries = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries++;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const db = database.db.withPlugin(counting);
    const limit = { name: 'few queries', limit: 1, windowSeconds: 60 };
    const call = (second: number) =>
      countCall(db, limit, 'me', new Date(Date.UTC(2026, 0, 1, 0, 0, second)));
    await call(0);
    const refused = { code: 'tooManyRequests' };
    for (let i = 0; i < 10; i++) {
      await expect(call(30)).rejects.toMatchObject({ ...refused, extras: { retryAfter: 30 } });
    }
    expect(queries).toBe(2);
    await expect(call(36)).rejects.toMatchObject(refused);
    expect(queries).toBe(3);
    await uncountCall(db, limit, 'me', new Date('2026-01-01T00:00:36Z'));
    await expect(call(36)).rejects.toMatchObject(refused);
    expect(queries).toBe(5);
    await call(60);
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

  test('if the count of a call is undone, it is also undone for the /48 network', async () => {
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
])('a call from %s counts for the network %s', (address, network) => {
  expect(callerNetwork(address)).toBe(network);
});
