import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Notification, NotificationList, Unread } from '../../../contract/notifications.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import {
  signUp,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { EventReader } from '../../testing/network/eventReader.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { notificationsOf } from './presentNotification.ts';
import { notify } from './notify.ts';

const day = 24 * 60 * 60;

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;

  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    rider = await signUp(app);
  });

  test('the list has pages, the newest notification first, even with many notifications of the same time', async () => {
    for (let second = 0; second < 3; second++) {
      await transact(app.deps, async (work) => {
        for (let n = 0; n < 3; n++) await notifyRider(work, rider);
      });
      app.deps.clock.advance(1);
    }
    const whole = await page();
    expect(whole.nextCursor).toBeNull();
    const times = whole.notifications.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const read: Notification[] = [];
    let cursor: string | null = null;
    do {
      const part: NotificationList = await page(`limit=2${cursor ? `&cursor=${cursor}` : ''}`);
      read.push(...part.notifications);
      cursor = part.nextCursor;
    } while (cursor);
    expect(read).toEqual(whole.notifications);
    expect(read).toHaveLength(9);
  });

  test('a damaged cursor is refused, and so is a cursor of another list', async () => {
    await transact(app.deps, async (work) => {
      for (let n = 0; n < 3; n++) await notifyRider(work, rider);
    });
    const { nextCursor } = await page('limit=2');
    const cursor = nextCursor ?? '';
    const broken = [`x${cursor.slice(1)}`, cursor.slice(0, -1), `${cursor}x`, 'nonsense', ''];
    for (const one of broken) {
      const answer = await get(`${paths.notifications}?cursor=${encodeURIComponent(one)}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
    }
    expect(await get(`${paths.orders}?cursor=${cursor}`)).toMatchObject({ status: 400 });
  });

  test("another rider's notifications are neither shown nor marked as read, and a request without a session is refused", async () => {
    const [id] = await notifyAndList();
    const other = await signUp(app);
    const path = fillPath(paths.notification, { id: id ?? '' });
    expect((await get(path)).status).toBe(200);
    expect(await get(path, other)).toMatchObject({
      status: 404,
      body: { code: 'notificationNotFound' },
    });
    expect(await page('', other)).toEqual({ notifications: [], nextCursor: null });
    expect(await read({ ids: [id] }, other)).toEqual({ notifications: 0, unpaidOrders: 0 });
    expect(await unread()).toMatchObject({ notifications: 1 });
    for (const one of [paths.notifications, paths.unread, path]) {
      expect(await app.call(one)).toMatchObject({ status: 401 });
    }
    const none = await get(fillPath(paths.notification, { id: randomUUID() }));
    expect(none).toMatchObject({ status: 404 });
    expect(await get(`${paths.notifications}/x`)).toMatchObject({ status: 400 });
  });

  test('a rider can mark notifications as read by their ids, or all notifications up to a time', async () => {
    const [first] = await notifyAndList();
    await notifyAndList();
    expect(await read({ ids: [first, randomUUID()] })).toMatchObject({ notifications: 1 });
    const readAt = app.deps.clock.now();
    app.deps.clock.advance(60);
    expect(await read({ ids: [first] })).toMatchObject({ notifications: 1 });
    const stored = Notification.parse(
      (await get(fillPath(paths.notification, { id: first ?? '' }))).body,
    );
    expect(Date.parse(stored.readAt ?? '')).toBeLessThanOrEqual(readAt.getTime());

    const upTo = (await page()).notifications[0]?.createdAt;
    app.deps.clock.advance(1);
    await notifyAndList();
    expect(await read({ upTo })).toMatchObject({ notifications: 1 });
    expect(await unread()).toEqual({ notifications: 1, unpaidOrders: 0 });
    for (const body of [{}, { ids: [] }, { ids: [first], upTo }, { upTo: 'yesterday' }]) {
      const answer = await post(body);
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
    }
  });

  test('an open page gets the new notifications of its rider and of no other rider', async () => {
    const events = await EventReader.open(app.url + paths.orderEvents, rider.sessionId);
    const other = await signUp(app);
    await transact(app.deps, (work) => notifyRider(work, other));
    const [id] = await notifyAndList();
    const event = await events.next();
    expect(event?.name).toBe('notification');
    const sent = Notification.parse(event?.data);
    expect(sent).toEqual((await page()).notifications.find((one) => one.id === id));
  });

  test('a notification is hidden after 90 days, and deleted later', async () => {
    const [id] = await notifyAndList();
    app.deps.clock.advance(90 * day - 60);
    // The session ended during these 90 days, so the rider signs in again.
    rider = { ...rider, sessionId: (await signUp(app, rider.phone)).sessionId };
    expect((await page()).notifications).toHaveLength(1);
    await cleanUp(app.deps);
    expect(await unread()).toMatchObject({ notifications: 1 });
    app.deps.clock.advance(61);
    expect(await page()).toEqual({ notifications: [], nextCursor: null });
    expect(await unread()).toMatchObject({ notifications: 0 });
    expect((await get(fillPath(paths.notification, { id: id ?? '' }))).status).toBe(404);
    await cleanUp(app.deps);
    const rows = await app.deps.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', rider.userId)
      .execute();
    expect(rows).toEqual([]);
  });

  test('a page of a list of ten thousand notifications uses the index, without a sort', async () => {
    // With the notifications of only one rider, an index by time alone would be enough for a fast
    // query.
    const other = await signUp(app);
    await sql`
      insert into notifications (id, user_id, kind, key, details, created_at)
      select gen_random_uuid(), owner, 'coupon', owner::text || n, '{}'::jsonb,
        ${app.deps.clock.now()}::timestamptz - n * interval '1 minute'
      from generate_series(1, 10000) n, unnest(array[${rider.userId}::uuid, ${other.userId}::uuid]) owner`.execute(
      app.deps.db,
    );
    await sql`analyze notifications`.execute(app.deps.db);
    const query = notificationsOf(app.deps.db, rider.userId, app.deps.clock.now())
      .orderBy('notifications.created_at', 'desc')
      .orderBy('notifications.id', 'desc')
      .limit(21);
    const plan = JSON.stringify(await query.explain('json'));
    expect(plan).toContain('notifications_user');
    expect(plan).not.toContain('"Sort"');
    expect((await page()).notifications).toHaveLength(20);
    const { nextCursor } = await page('limit=100');
    expect((await page(`limit=100&cursor=${nextCursor}`)).notifications).toHaveLength(100);
  });

  function notifyRider(work: UnitOfWork, { userId }: Rider): Promise<void> {
    return notify(work, { userId, kind: 'coupon', key: randomUUID() });
  }

  /** Notifies the rider and returns the ids of all notifications, the newest first. */
  async function notifyAndList(): Promise<string[]> {
    await transact(app.deps, (work) => notifyRider(work, rider));
    return (await page()).notifications.map(({ id }) => id);
  }

  function get(path: string, { sessionId: session }: Rider = rider): Promise<CallAnswer> {
    return app.call(path, { session });
  }

  async function page(query = '', of: Rider = rider): Promise<NotificationList> {
    return NotificationList.parse((await get(`${paths.notifications}?${query}`, of)).body);
  }

  async function unread(): Promise<Unread> {
    return Unread.parse((await get(paths.unread)).body);
  }

  function post(body: unknown, { sessionId: session }: Rider = rider): Promise<CallAnswer> {
    return app.call(paths.readNotifications, { method: 'POST', session, body });
  }

  async function read(body: unknown, of?: Rider): Promise<Unread> {
    return Unread.parse((await post(body, of)).body);
  }
});
