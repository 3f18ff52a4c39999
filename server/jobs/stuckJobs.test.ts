import { expect, test } from 'vitest';
import { createTestDatabase, preferredEngine } from '../testing/database.ts';
import { ManualClock } from '../testing/rentalWorld.ts';
import { createLogger } from '../log/logger.ts';
import { Changes } from '../changes/changes.ts';
import { maxFailures, Outbox } from '../outbox/outbox.ts';
import { reportStuckJobs } from './stuckJobs.ts';

test('a job that always fails opens one case after a limited number of tries', async () => {
  const { db, close } = await createTestDatabase(preferredEngine);
  try {
    const clock = new ManualClock(new Date('2026-11-02T12:00:00Z'));
    const log = createLogger('silent');
    const outbox = new Outbox({ db, clock, log });
    reportStuckJobs({ db, clock, log, outbox, changes: new Changes() });
    let tries = 0;
    outbox.handle('break', async () => {
      tries++;
      throw new Error('never works');
    });
    await db
      .transaction()
      .execute((trx) => outbox.enqueue(trx, { kind: 'break', key: 'break:1', payload: {} }));
    const cases = () => db.selectFrom('support_cases').select(['kind', 'details']).execute();
    for (let round = 1; round < maxFailures; round++) {
      await outbox.idle();
      clock.advance(60);
    }
    expect(tries).toBe(maxFailures - 1);
    expect(await cases()).toEqual([]);
    for (let more = 0; more < 3; more++) {
      await outbox.idle();
      clock.advance(60);
    }
    expect(tries).toBeGreaterThan(maxFailures);
    expect(await cases()).toEqual([
      {
        kind: 'jobStuck',
        details: { kind: 'break', key: 'break:1', attempts: maxFailures },
      },
    ]);
  } finally {
    await close();
  }
});
