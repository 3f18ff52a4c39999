import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pushTopics, urgentTopics } from '../../../contract/notifications.ts';
import { signUp, type Rider } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { completeRental, insertRental } from '../../testing/rentalRows.ts';
import { everything, PushWorld, topicOfKinds } from '../../testing/pushWorld.ts';
import { addStation } from '../../testing/stations.ts';

forEachEngine((engine) => {
  let world: PushWorld;
  let rider: Rider;
  let stationId: string;
  let endpoint: string;
  beforeAll(async () => {
    world = await PushWorld.start(engine, new Date('2026-11-02T12:00:00Z'));
    stationId = await addStation(world.app.deps.db, { name: 'Harbor Cafe' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    rider = await signUp(world.app);
    ({ endpoint } = await world.subscribe(rider));
  });

  const pass = async (seconds: number) => {
    world.app.deps.clock.advance(seconds);
    await world.app.deps.outbox.idle();
  };
  const titles = (of = endpoint) => world.arrived(of).map(({ message }) => message.title);

  describe('not sent', () => {
    test.each(pushTopics)('a notification of the muted topic %s', async (topic) => {
      await world.choose(rider, { push: { ...everything.push, [topic]: false } });
      for (const [kind] of topicOfKinds) await world.notifyRider(rider, kind);
      const others = topicOfKinds.filter(([, other]) => other !== topic);
      expect(titles()).toHaveLength(others.length);
    });

    test('a notification that the rider has already read', async () => {
      await world.choose(rider, { quietHours: { from: '00:00', to: '23:59', timeZone: 'UTC' } });
      await world.notifyRider(rider, 'referralReward');
      const { db, clock } = world.app.deps;
      await db
        .updateTable('notifications')
        .set({ read_at: clock.now() })
        .where('user_id', '=', rider.userId)
        .execute();
      await world.choose(rider, {});
      await pass(13 * 3600);
      expect(titles()).toEqual([]);
    });

    test('a watch that was answered a quarter of an hour ago', async () => {
      world.service.box.turn({ status: 500, times: 1000, delayMs: 0, endpoint });
      await world.notifyRider(rider, 'available', { stationId });
      world.service.box.turn({ status: 201, times: 0, delayMs: 0 });
      await pass(15 * 60);
      expect(titles()).toEqual([]);
    });

    test('a reminder whose time or order is over', async () => {
      const rentalId = await insertRental(world.app.deps, rider, stationId, 'charging');
      const dueAt = (minutes: number) => ({
        rentalId,
        details: {
          dueAt: new Date(world.app.deps.clock.now().getTime() + minutes * 60_000).toISOString(),
        },
      });
      await world.notifyRider(rider, 'depositSoon', dueAt(-1));
      await world.notifyRider(rider, 'unpaidReminder', { rentalId });
      await world.notifyRider(rider, 'unpaid', { rentalId });
      expect(titles()).toEqual([]);
      await world.notifyRider(rider, 'depositSoon', dueAt(60));
      expect(world.arrived(endpoint)).toMatchObject([{ ttl: expect.closeTo(3600, -2) }]);
      await completeRental(world.app.deps.db, rentalId);
      await world.notifyRider(rider, 'lostSoon', dueAt(60));
      expect(titles()).toHaveLength(1);
    });
  });

  describe('quiet hours', () => {
    const minutesFromNow = (minutes: number) =>
      new Date(world.app.deps.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);
    const beQuiet = () =>
      world.choose(rider, {
        quietHours: { from: minutesFromNow(-60), to: minutesFromNow(60), timeZone: 'UTC' },
      });

    test('delay notifications that are not urgent until the end of the quiet hours, and none is sent twice @slow', async () => {
      await beQuiet();
      for (const [kind] of topicOfKinds) await world.notifyRider(rider, kind);
      const urgent = topicOfKinds.filter(([, topic]) => urgentTopics.includes(topic));
      expect(urgent.length).toBeGreaterThan(5);
      expect(titles()).toHaveLength(urgent.length);
      await pass(59 * 60);
      expect(titles()).toHaveLength(urgent.length);
      await pass(2 * 60);
      // The notification of the watch (`available`) is an hour old, so it is not sent.
      expect(titles()).toHaveLength(topicOfKinds.length - 1);
      await pass(24 * 3600);
      expect(titles()).toHaveLength(topicOfKinds.length - 1);
    });
  });

  describe('several browsers', () => {
    test('each gets the message once, even if another browser fails', async () => {
      const { endpoint: other } = await world.subscribe(rider);
      world.service.box.turn({ status: 500, times: 2, delayMs: 0, endpoint: other });
      await world.notifyRider(rider, 'toppedUp');
      expect([titles().length, titles(other).length]).toEqual([1, 0]);
      await pass(60);
      await pass(60);
      await pass(60);
      expect([titles().length, titles(other).length]).toEqual([1, 1]);
    });

    test.each([404, 410])(
      'a subscription is deleted if its push service responds with %i',
      async (status) => {
        const { endpoint: other } = await world.subscribe(rider);
        world.service.box.turn({ status, times: 1, delayMs: 0, endpoint: other });
        await world.notifyRider(rider, 'toppedUp');
        const left = await world.app.deps.db
          .selectFrom('push_subscriptions')
          .select('endpoint')
          .where('user_id', '=', rider.userId)
          .execute();
        expect(left).toEqual([{ endpoint }]);
        expect(titles()).toHaveLength(1);
      },
    );

    test('a push service that asks for a delay gets the message after the delay, and not before', async () => {
      const wait = { status: 429, times: 1, delayMs: 0, retryAfterSeconds: 300, endpoint };
      world.service.box.turn(wait);
      await world.notifyRider(rider, 'toppedUp');
      await pass(290);
      expect(titles()).toEqual([]);
      await pass(11);
      expect(titles()).toHaveLength(1);
    });

    test('a message that the push service refuses is not retried, and the subscription stays', async () => {
      world.service.box.turn({ status: 413, times: 1, delayMs: 0, endpoint });
      await world.notifyRider(rider, 'toppedUp');
      await pass(3600);
      expect(titles()).toEqual([]);
      await world.notifyRider(rider, 'toppedUp');
      expect(titles()).toHaveLength(1);
    });

    test('a failure is logged without personal data', async () => {
      const before = world.logged.length;
      for (const status of [500, 413, 404]) {
        world.service.box.turn({ status, times: 1, delayMs: 0, endpoint });
        await world.notifyRider(rider, 'returned', { stationId });
      }
      const { keys } = world.browser();
      await world.post(rider, { endpoint: 'https://push.example.com/secret', keys });
      const lines = world.logged.slice(before).join('');
      expect(lines).toContain('the push service refused a message');
      const token = endpoint.slice(world.service.base.length);
      for (const named of [token, 'example.com', rider.phone, 'Harbor', rider.sessionId]) {
        expect(lines).not.toContain(named);
      }
    });
  });
});
