import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fillPath, paths } from '../../contract/paths.ts';
import { tileOf } from '../../contract/rules/places/tiles.ts';
import { StationEvent } from '../../contract/stations.ts';
import { Changes } from './changes.ts';
import { ChangesRelay } from './changesRelay.ts';
import type { OpenDatabase } from '../db/database.ts';
import { createLogger } from '../log/logger.ts';
import { testPostgresUrl } from '../settings/settings.ts';
import { signUp, startTestApp, type TestApp } from '../testing/app.ts';
import { createTestDatabase, postgresRuns } from '../testing/database.ts';
import { addStation } from '../testing/stations.ts';

describe.skipIf(!postgresRuns)('on PostgreSQL', () => {
  let database: OpenDatabase;
  let url: string;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      database.db,
    );
    const own = new URL(testPostgresUrl());
    own.pathname = `/${rows[0]?.name}`;
    url = own.href;
  });
  afterAll(() => database.close());

  /** The parts of a server process that these tests need. */
  async function startProcess() {
    const changes = new Changes();
    const relay = new ChangesRelay({ db: database.db, changes, log: createLogger('silent') }, url);
    await relay.ready;
    const stations: string[] = [];
    const orders: { userId: string; orderId: string }[] = [];
    changes.on('station', (id) => stations.push(id));
    const watches: string[] = [];
    changes.on('order', (order) => orders.push(order));
    changes.on('watch', (idHash) => watches.push(idHash));
    const sessions: string[] = [];
    changes.on('session', (idHash) => sessions.push(idHash));
    const notifications: { userId: string; notificationId: string }[] = [];
    changes.on('notification', (notification) => notifications.push(notification));
    return { changes, relay, stations, orders, watches, sessions, notifications };
  }

  test('a change in one process is announced in the others, once', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const ids = Array.from({ length: 500 }, (_, index) => `S${index}`);
    for (const id of [...ids, ...ids]) one.changes.emit('station', id);
    const order = { userId: 'u'.repeat(36), orderId: 'o'.repeat(36) };
    one.changes.emit('order', order);
    one.changes.emit('watch', 'h'.repeat(64));
    one.changes.emit('session', 's'.repeat(64));
    const notification = { userId: 'u'.repeat(36), notificationId: 'n'.repeat(36) };
    one.changes.emit('notification', notification);
    // The first batch contains the order, the watch, the session and the notification.
    await expect.poll(() => other.stations.length).toBe(ids.length);
    expect(other.stations).toEqual(ids);
    expect(other.orders).toEqual([order]);
    expect(other.watches).toEqual(['h'.repeat(64)]);
    expect(other.sessions).toEqual(['s'.repeat(64)]);
    expect(other.notifications).toEqual([notification]);

    // If the other process sends the changes back by mistake, they arrive before this change.
    other.changes.emit('station', 'last');
    await expect.poll(() => one.stations.at(-1)).toBe('last');
    expect(one.stations).toHaveLength(2 * ids.length + 1);
    expect(one.orders).toEqual([order]);
    await Promise.all([one.relay.stop(), other.relay.stop()]);
  });

  test('changes that exceed one payload are announced, too', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const userId = 'u'.repeat(36);
    for (let index = 0; index < 400; index++) {
      const id = String(index).padEnd(36, '-');
      one.changes.emit('order', { userId, orderId: id });
      one.changes.emit('notification', { userId, notificationId: id });
      one.changes.emit('session', id.padEnd(64, '-'));
      one.changes.emit('watch', id.padEnd(64, '-'));
    }
    await expect.poll(() => other.orders.length).toBe(400);
    await expect.poll(() => other.notifications.length).toBe(400);
    await Promise.all([one.relay.stop(), other.relay.stop()]);
  });

  test('a lost connection is replaced by a new connection', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const { rows } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and query like 'LISTEN%'`.execute(database.db);
    expect(rows).toHaveLength(2);
    // The test repeats the change until it arrives, because nothing reports when the new connections are ready.
    const missed = vi.fn<() => void>();
    other.changes.on('missed', missed);
    await expect
      .poll(
        () => {
          one.changes.emit('station', 'again');
          return other.stations.includes('again');
        },
        { timeout: 10_000, interval: 100 },
      )
      .toBe(true);
    expect(missed).toHaveBeenCalledOnce();
    await Promise.all([one.relay.stop(), other.relay.stop()]);
  });

  test('changes just before a shutdown are still announced', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    one.changes.emit('station', 'parting');
    await one.relay.stop();
    await expect.poll(() => other.stations).toEqual(['parting']);
    await other.relay.stop();
  });

  test('a client that watches a tile at another server receives a change @slow', async () => {
    const here = { lat: 41.8781, lng: -87.6298 };
    const id = await addStation(database.db, here);
    const [one, other] = [await startProcess(), await startProcess()];
    const app = await startTestApp({ db: database.db, changes: other.changes });
    const controller = new AbortController();
    const events = fillPath(paths.stationTileEvents, { ...tileOf(here.lat, here.lng, 14) });
    const response = await fetch(app.url + events, { signal: controller.signal });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const until = async (text: string) => {
      while (!received.includes(text)) received += (await reader?.read())?.value ?? '';
    };
    await until(': open');

    await database.db.updateTable('stations').set({ chargers: 2 }).where('id', '=', id).execute();
    one.changes.emit('station', id);
    await until('event: station');
    await until('}\n\n');
    const [, data = ''] = /data: (.*)\n\n/.exec(received) ?? [];
    expect(StationEvent.parse(JSON.parse(data))).toMatchObject({ id, chargers: 2 });
    controller.abort();
    await app.close();
    await Promise.all([one.relay.stop(), other.relay.stop()]);
  });

  test('changes arrive from a process of the previous version, which sends no notifications', async () => {
    const { relay, stations } = await startProcess();
    const announcement = { from: 'older', stations: ['S1'], orders: [], watches: [], sessions: [] };
    await sql`select pg_notify('changes', ${JSON.stringify(announcement)})`.execute(database.db);
    await expect.poll(() => stations).toEqual(['S1']);
    await relay.stop();
  });

  describe('after a session ends, its live streams', () => {
    const openStream = (app: TestApp, session: string) =>
      fetch(app.url + paths.orderEvents, { headers: { authorization: `Bearer ${session}` } });
    const signOut = (app: TestApp, session: string) =>
      app.call(paths.currentSession, { method: 'DELETE', session });

    test('end at another server within a second @slow', async () => {
      const [one, other] = [await startProcess(), await startProcess()];
      const apps = await Promise.all(
        [one, other].map(({ changes }) => startTestApp({ db: database.db, changes })),
      );
      const [here, there] = apps;
      if (!here || !there) throw new Error('no servers');
      const { sessionId } = await signUp(here);
      const stream = await openStream(there, sessionId);
      await signOut(here, sessionId);
      const endedAt = performance.now();
      // The whole text is available only after the stream has ended.
      expect(await stream.text()).toContain('open');
      expect(performance.now() - endedAt).toBeLessThan(1000);
      await Promise.all(apps.map((app) => app.close()));
      await Promise.all([one.relay.stop(), other.relay.stop()]);
    });

    test('end when the connection is restored, if the announcement was missed', async () => {
      const changes = new Changes();
      const app = await startTestApp({ db: database.db, changes });
      // Simulates another process. The changes of that process do not reach `app`.
      const deaf = await startTestApp({ db: database.db });
      const [leaver, stayer] = [await signUp(app), await signUp(app)];
      const left = await openStream(app, leaver.sessionId);
      const stayed = await openStream(app, stayer.sessionId);
      await signOut(deaf, leaver.sessionId);
      changes.emit('missed');
      expect(await left.text()).toContain('open');
      const reader = stayed.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      await reader?.cancel();
      await Promise.all([app.close(), deaf.close()]);
    });
  });
});
