import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../db/database.ts';
import { MovableClock } from '../time/clock.ts';
import { createLogger } from '../log/logger.ts';
import { createTestDatabase, forBothEngines } from '../testing/database.ts';
import { ManualClock } from '../testing/rentalWorld.ts';
import { Outbox, type Job } from './outbox.ts';

const log = createLogger('silent');

forBothEngines((engine) => {
  let database: OpenDatabase;
  let clock: ManualClock;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('outbox').execute();
    clock = new ManualClock(new Date('2026-11-02T12:00:00Z'));
  });
  afterAll(() => database.close());

  const createOutbox = () => new Outbox({ db: database.db, clock, log });

  async function enqueue(outbox: Outbox, ...keys: string[]): Promise<void> {
    await database.db.transaction().execute(async (trx) => {
      for (const key of keys) await outbox.enqueue(trx, { kind: 'say', key, payload: { key } });
    });
  }

  test('an intent with the same key is performed once', async () => {
    const outbox = createOutbox();
    const done: unknown[] = [];
    outbox.handle('say', async (payload) => {
      done.push(payload);
    });
    await enqueue(outbox, 'a', 'b', 'a');
    await outbox.idle();
    await enqueue(outbox, 'a');
    await outbox.idle();
    // Intents with different keys run at the same time, so the order is not certain.
    expect(done).toHaveLength(2);
    expect(done).toEqual(expect.arrayContaining([{ key: 'a' }, { key: 'b' }]));
  });

  test('an intent that was rolled back is not performed', async () => {
    const outbox = createOutbox();
    const done: unknown[] = [];
    outbox.handle('say', async (payload) => {
      done.push(payload);
    });
    const failing = database.db.transaction().execute(async (trx) => {
      await outbox.enqueue(trx, { kind: 'say', key: 'a', payload: {} });
      throw new Error('after all not');
    });
    await expect(failing).rejects.toThrow('after all not');
    await outbox.idle();
    expect(done).toEqual([]);
  });

  test('hanging jobs of a lower priority do not delay other jobs', async () => {
    const outbox = createOutbox();
    const hanging: (() => void)[] = [];
    outbox.handle('say', () => new Promise((resolve) => hanging.push(resolve)), {
      priority: 'normal',
    });
    const done = new Promise<void>((resolve) => {
      outbox.handle('eject', async () => resolve());
    });
    await enqueue(outbox, ...Array.from({ length: 40 }, (_, index) => `say:${index}`));
    outbox.start();
    await expect.poll(() => hanging.length).toBeGreaterThan(0);
    await database.db
      .transaction()
      .execute((trx) => outbox.enqueue(trx, { kind: 'eject', key: 'eject', payload: {} }));
    outbox.wake();
    await done;
    const stopped = outbox.stop();
    for (const end of hanging) end();
    await stopped;
    expect(hanging.length).toBeLessThan(16);
  });

  test('hanging jobs for all riders leave capacity for jobs of one rider', async () => {
    const outbox = createOutbox();
    const hanging: (() => void)[] = [];
    outbox.handle('say', () => new Promise((resolve) => hanging.push(resolve)), {
      priority: 'low',
    });
    const done: string[] = [];
    outbox.handle('notify', async (_payload, { key }) => void done.push(key), {
      priority: 'normal',
    });
    await enqueue(outbox, ...Array.from({ length: 40 }, (_, index) => `say:${index}`));
    outbox.start();
    await expect.poll(() => hanging.length).toBeGreaterThan(0);
    clock.advance(1);
    await database.db.transaction().execute(async (trx) => {
      for (const key of ['a', 'b']) await outbox.enqueue(trx, { kind: 'notify', key, payload: {} });
    });
    outbox.wake();
    // Jobs with the same time have no promised order.
    await expect.poll(() => done.toSorted()).toEqual(['a', 'b']);
    const stopped = outbox.stop();
    for (const end of hanging) end();
    await stopped;
    expect(hanging.length).toBeLessThan(8);
  });

  test('a failed job is retried with growing delays until it succeeds', async () => {
    const outbox = createOutbox();
    const attempts: number[] = [];
    outbox.handle('say', async (_payload, job: Job) => {
      attempts.push(job.attempts);
      if (job.attempts < 4) throw new Error('not yet');
    });
    await enqueue(outbox, 'a');
    for (const seconds of [0, 0.2, 0.1, 0.3, 0.3, 0.9, 0.2, 60]) {
      clock.advance(seconds);
      await outbox.idle();
    }
    expect(attempts).toEqual([1, 2, 3, 4]);
  });

  test('an open outcome is checked again at the given time', async () => {
    const outbox = createOutbox();
    let asked = 0;
    outbox.handle('say', async () => {
      asked++;
      return { againAt: new Date(clock.now().getTime() + 2000) };
    });
    await enqueue(outbox, 'a');
    await outbox.idle();
    clock.advance(1);
    await outbox.idle();
    expect(asked).toBe(1);
    clock.advance(1);
    await outbox.idle();
    expect(asked).toBe(2);
  });

  test('a job is retried at once on request, even if it is running at this time', async () => {
    const outbox = createOutbox();
    const asked: string[] = [];
    const retryNow = (...keys: string[]) =>
      database.db.transaction().execute((trx) => outbox.retryNow(trx, keys));
    let during = async (): Promise<void> => undefined;
    outbox.handle('say', async (_payload, { key }) => {
      asked.push(key);
      await during();
      return { againAt: new Date(clock.now().getTime() + 3_600_000) };
    });
    await enqueue(outbox, 'refund:1:20', 'refund:10:20');
    await outbox.idle();
    clock.advance(1);
    await retryNow('refund:1:%', 'capture:1');
    during = () => retryNow('refund:1:20');
    await outbox.idle();
    expect(asked.slice(2)).toEqual(['refund:1:20']);
    clock.advance(0.001);
    during = async () => undefined;
    await outbox.idle();
    clock.advance(60);
    await outbox.idle();
    expect(asked.slice(2)).toEqual(['refund:1:20', 'refund:1:20']);
  });

  test('two workers share the jobs, and a worker gets the jobs of a dead worker when their leases end', async () => {
    const dead = createOutbox();
    let release = () => {};
    const begun = new Promise<void>((resolve) => {
      dead.handle('say', () => {
        resolve();
        return new Promise<void>((done) => (release = done));
      });
    });
    const done: string[] = [];
    const living = createOutbox();
    living.handle('say', async (_payload, { key }) => {
      done.push(key);
    });
    await enqueue(dead, 'a');
    const stuck = dead.idle();
    await begun;
    await enqueue(living, 'b');
    await living.idle();
    expect(done).toEqual(['b']);
    clock.advance(3.001);
    await living.idle();
    expect(done).toEqual(['b', 'a']);
    release();
    await stuck;
  });

  test('a living worker keeps its job even if the job takes longer than a lease @slow', async () => {
    const slow = createOutbox();
    let release = () => {};
    slow.handle('say', () => new Promise<void>((done) => (release = done)));
    await enqueue(slow, 'a');
    slow.start();
    const leasedUntil = async () => {
      const row = await database.db
        .selectFrom('outbox')
        .select('leased_until')
        .executeTakeFirstOrThrow();
      return row.leased_until;
    };
    await expect.poll(leasedUntil).not.toBeNull();
    const taken: string[] = [];
    const other = createOutbox();
    other.handle('say', async (_payload, { key }) => {
      taken.push(key);
    });
    for (let lease = 0; lease < 2; lease++) {
      clock.advance(2);
      const renewed = new Date(clock.now().getTime() + 3_000);
      await expect.poll(leasedUntil, { timeout: 10_000 }).toEqual(renewed);
      await other.idle();
    }
    expect(taken).toEqual([]);
    release();
    await slow.stop();
  });

  test('a single server does not wait for its own old leases after a restart', async () => {
    const before = createOutbox();
    let release = () => {};
    const begun = new Promise<void>((resolve) => {
      before.handle('say', () => {
        resolve();
        return new Promise<void>((done) => (release = done));
      });
    });
    await enqueue(before, 'a');
    const stuck = before.idle();
    await begun;
    const after = new Outbox({ db: database.db, clock, log, alone: true });
    const done = new Promise<string>((resolve) => {
      after.handle('say', async (_payload, { key }) => resolve(key));
    });
    after.start();
    expect(await done).toBe('a');
    await after.stop();
    release();
    await stuck;
  });

  test('the outbox runs a round after `wake`, and after the clock was set forward', async () => {
    const movable = new MovableClock();
    const outbox = new Outbox({ db: database.db, clock: movable, log });
    const received: string[] = [];
    let reportHandled = (): void => undefined;
    const next = () => new Promise<void>((resolve) => (reportHandled = resolve));
    outbox.handle('say', async (_payload, { key }) => {
      received.push(key);
      reportHandled();
    });
    outbox.start();
    let handled = next();
    await database.db.transaction().execute(async (trx) => {
      const runAt = new Date(movable.now().getTime() + 3_600_000);
      await outbox.enqueue(trx, { kind: 'say', key: 'later', payload: {}, runAt });
      await outbox.enqueue(trx, { kind: 'say', key: 'now', payload: {} });
    });
    outbox.wake();
    await handled;
    expect(received).toEqual(['now']);
    handled = next();
    movable.advance(3601);
    await handled;
    expect(received).toEqual(['now', 'later']);
    await outbox.stop();
  });
});
