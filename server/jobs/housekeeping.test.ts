import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, startTestApp, type TestApp } from '../testing/app.ts';
import { forBothEngines } from '../testing/database.ts';
import { cleanUp } from './housekeeping.ts';

const day = 24 * 60 * 60;

forBothEngines((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  const counts = async () => {
    const { db } = app.deps;
    const tables = ['rate_limits', 'one_time_codes', 'sessions'] as const;
    const found = [];
    for (const table of tables) {
      const rows = await db.selectFrom(table).selectAll().execute();
      found.push(rows.length > 0);
    }
    return found;
  };

  test('expired data is deleted, and data that may still be needed stays', async () => {
    const { clock } = app.deps;
    const rider = await signUp(app);
    await cleanUp(app.deps);
    expect(await counts()).toEqual([true, true, true]);

    clock.advance(13 * day);
    await app.call('/api/me', { session: rider.sessionId });
    clock.advance(3 * day);
    await cleanUp(app.deps);
    expect(await counts()).toEqual([false, false, true]);
    expect((await app.call('/api/me', { session: rider.sessionId })).status).toBe(200);

    clock.advance(14 * day);
    await cleanUp(app.deps);
    const { state } = await app.deps.db
      .selectFrom('sessions')
      .select('state')
      .executeTakeFirstOrThrow();
    expect(state).toBe('idleExpired');

    clock.advance(31 * day);
    await cleanUp(app.deps);
    expect(await counts()).toEqual([false, false, false]);
  });
});
