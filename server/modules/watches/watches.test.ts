import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Watch, type WatchedThing } from '../../../contract/watches.ts';
import { Changes } from '../../changes/changes.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { EventReader } from '../../testing/network/eventReader.ts';
import { addStation } from '../../testing/stations.ts';
import { answerWatches } from './answerWatches.ts';
import { WatchKeeper } from './watchKeeper.ts';

const minutes = 60;

forEachEngine((engine) => {
  let app: TestApp;
  let keeper: WatchKeeper;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { TRUST_PROXY: '1' } });
    keeper = new WatchKeeper(app.deps);
    keeper.start();
  });
  afterAll(async () => {
    await keeper.stop();
    await app.close();
  });

  let callers = 0;
  const nextCaller = () => `198.51.100.${(callers += 1)}`;

  async function post(stationId: string, wants: WatchedThing = 'charger', caller = nextCaller()) {
    return app.call(paths.watches, {
      method: 'POST',
      body: { stationId, wants },
      headers: { 'x-forwarded-for': caller },
    });
  }
  const watch = async (stationId: string, wants?: WatchedThing) => {
    const { status, body } = await post(stationId, wants);
    expect(status).toBe(201);
    return Watch.parse(body);
  };
  const read = async (id: string) => {
    const { body } = await app.call(fillPath(paths.watch, { id }));
    return Watch.parse(body);
  };
  const follow = async (id: string) =>
    EventReader.open(app.url + fillPath(paths.watchEvents, { id }));

  /** Changes the row, and then announces the change, as the cabinet modules do. */
  async function stock(
    stationId: string,
    row: { chargers?: number; free_slots?: number; online?: boolean },
    changes: Changes = app.deps.changes,
  ) {
    await app.deps.db.updateTable('stations').set(row).where('id', '=', stationId).execute();
    changes.emit('station', stationId);
  }

  test('a guest waits at a station without chargers, and sees when a charger is available', async () => {
    const stationId = await addStation(app.deps.db);
    const set = await watch(stationId);
    expect(set).toMatchObject({ stationId, wants: 'charger', availableAt: null });
    const lasts = Date.parse(set.expiresAt) - app.deps.clock.now().getTime();
    expect(Math.round(lasts / 60_000)).toBe(60);

    const events = await follow(set.id);
    expect(await events.next()).toEqual({ name: 'watch', data: set });
    await stock(stationId, { free_slots: 3 });
    await stock(stationId, { chargers: 1 });
    const event = await events.next();
    expect(event?.data).toMatchObject({ id: set.id, availableAt: expect.any(String) });
    // The stream ends after the answer, because the watch can no longer change.
    expect(await events.next()).toBeNull();

    const { availableAt } = await read(set.id);
    app.deps.clock.advance(60);
    await stock(stationId, { chargers: 0 });
    await stock(stationId, { chargers: 2 });
    await keeper.stop();
    keeper.start();
    expect((await read(set.id)).availableAt).toBe(availableAt);
  });

  test('a watch for a free slot is not answered by a charger, and an offline cabinet answers neither', async () => {
    const stationId = await addStation(app.deps.db, { online: false, chargers: 4, free_slots: 2 });
    const charger = await watch(stationId, 'charger');
    const slot = await watch(stationId, 'freeSlot');
    expect([charger.availableAt, slot.availableAt]).toEqual([null, null]);
    const events = await follow(slot.id);
    await events.next();
    await stock(stationId, { online: true, chargers: 0 });
    expect((await events.next())?.data).toMatchObject({ wants: 'freeSlot' });
    expect((await read(charger.id)).availableAt).toBeNull();
  });

  test('a watch is answered at once if its charger or slot is already available', async () => {
    const stationId = await addStation(app.deps.db, { chargers: 1 });
    const set = await watch(stationId);
    expect(set.availableAt).not.toBeNull();
    const events = await follow(set.id);
    expect((await events.next())?.data).toEqual(set);
    expect(await events.next()).toBeNull();
  });

  test('a watch is not answered after an hour', async () => {
    const stationId = await addStation(app.deps.db);
    const early = await watch(stationId);
    app.deps.clock.advance(59 * minutes);
    const late = await watch(stationId);
    app.deps.clock.advance(2 * minutes);
    const events = await follow(late.id);
    await events.next();
    await stock(stationId, { chargers: 1 });
    expect((await events.next())?.data).toMatchObject({ id: late.id });
    expect((await read(early.id)).availableAt).toBeNull();
  });

  test('the stream ends when the watch expires, and ends at once if the watch has expired', async () => {
    const { id } = await watch(await addStation(app.deps.db));
    const events = await follow(id);
    expect(await events.next()).not.toBeNull();
    app.deps.clock.advance(61 * minutes);
    expect(await events.next()).toBeNull();

    const late = await follow(id);
    expect((await late.next())?.data).toMatchObject({ id, availableAt: null });
    expect(await late.next()).toBeNull();
  });

  test('the stream ends when the watch is deleted, without an error', async () => {
    const { id } = await watch(await addStation(app.deps.db));
    const logged = vi.spyOn(app.deps.log, 'error');
    const events = await follow(id);
    expect(await events.next()).not.toBeNull();
    await app.call(fillPath(paths.watch, { id }), { method: 'DELETE' });
    expect(await events.next()).toBeNull();
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  test('a process also sends the answer to a watch if only another process saw the change', async () => {
    const stationId = await addStation(app.deps.db);
    const set = await watch(stationId);
    const events = await follow(set.id);
    await events.next();
    const elsewhere = { ...app.deps, changes: new Changes() };
    const other = new WatchKeeper(elsewhere);
    other.start();
    await stock(stationId, { chargers: 1 }, elsewhere.changes);
    await other.stop();
    // Another process has answered the watch. This process finds the answer in its next round.
    app.deps.clock.advance(1);
    expect((await events.next())?.data).toMatchObject({ availableAt: expect.any(String) });
  });

  test('processes that see the same change answer a watch only once', async () => {
    const stationId = await addStation(app.deps.db);
    const set = await watch(stationId);
    const announced: string[] = [];
    const processes = [0, 1, 2].map(() => {
      const changes = new Changes();
      changes.on('watch', (idHash) => announced.push(idHash));
      return changes;
    });
    await app.deps.db
      .updateTable('stations')
      .set({ chargers: 1 })
      .where('id', '=', stationId)
      .execute();
    // Start no `WatchKeeper`, because its rounds also report watches that other processes have answered.
    await Promise.all(
      processes.map((changes) => answerWatches({ ...app.deps, changes }, [stationId])),
    );
    expect(announced).toHaveLength(1);
    expect((await read(set.id)).availableAt).not.toBeNull();
  });

  test('thousands of stations that change concurrently need only a few queries', async () => {
    const stationId = await addStation(app.deps.db);
    const set = await watch(stationId);
    let queries = 0;
    const db = app.deps.db.withPlugin({
      transformQuery: ({ node }) => {
        queries += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const changes = new Changes();
    const other = new WatchKeeper({ ...app.deps, db, changes });
    other.start();
    for (let n = 0; n < 3_000; n++) changes.emit('station', `2${n}`);
    await stock(stationId, { chargers: 1 }, changes);
    await other.stop();
    expect((await read(set.id)).availableAt).not.toBeNull();
    expect(queries).toBeLessThan(10);
  });

  test('a restart between the change and the answer loses no watch', async () => {
    const stationId = await addStation(app.deps.db);
    const set = await watch(stationId);
    await keeper.stop();
    await stock(stationId, { chargers: 1 });
    expect((await read(set.id)).availableAt).toBeNull();
    const events = await follow(set.id);
    await events.next();
    keeper.start();
    expect((await events.next())?.data).toMatchObject({ availableAt: expect.any(String) });
  });

  test('the id is enough to end a watch, and the server stores only its hash', async () => {
    const stationId = await addStation(app.deps.db);
    const { id } = await watch(stationId);
    expect(Buffer.from(id, 'base64url')).toHaveLength(16);
    const stored = await app.deps.db.selectFrom('watches').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(id);

    const path = fillPath(paths.watch, { id });
    expect((await app.call(path, { method: 'DELETE' })).status).toBe(204);
    for (const method of ['GET', 'DELETE']) {
      const again = await app.call(path, { method });
      expect([again.status, again.body]).toMatchObject([404, { code: 'watchNotFound' }]);
    }
    const events = await app.call(fillPath(paths.watchEvents, { id }));
    expect(events.body).toMatchObject({ code: 'watchNotFound' });
  });

  test('unknown stations and unknown kinds of watches are refused', async () => {
    expect((await post('2222222')).body).toMatchObject({ code: 'stationNotFound' });
    const stationId = await addStation(app.deps.db);
    for (const body of [
      { stationId, wants: 'coffee' },
      { stationId },
      { stationId: 'nonsense', wants: 'charger' },
      { stationId, wants: 'charger', email: 'a@b.example' },
    ]) {
      const answer = await app.call(paths.watches, { method: 'POST', body });
      expect(answer.body).toMatchObject({ code: 'invalidInput' });
    }
  });

  test('an address may have a limited number of watches, even with concurrent requests', async () => {
    const stationId = await addStation(app.deps.db);
    const caller = nextCaller();
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => post(stationId, 'charger', caller)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.find(({ status }) => status !== 201);
    expect(refused?.body).toMatchObject({
      code: 'tooManyRequests',
      retryAfter: expect.any(Number),
    });
    expect((await post(stationId)).status).toBe(201);
  });

  test('old watches are deleted', async () => {
    const stationId = await addStation(app.deps.db);
    const { id } = await watch(stationId);
    app.deps.clock.advance(24 * 60 * minutes);
    await cleanUp(app.deps);
    expect((await read(id)).id).toBe(id);
    app.deps.clock.advance(2 * 60 * minutes);
    await cleanUp(app.deps);
    expect((await app.call(fillPath(paths.watch, { id }))).status).toBe(404);
  });
});
