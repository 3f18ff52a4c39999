import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostFavourites, MyStations } from '../../../contract/favourites.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { RiderData } from '../../../contract/profile.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation, addStations } from '../../testing/stations.ts';

forEachEngine((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine, payments: new FakePayments() });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());

  const change = ({ sessionId: session }: Rider, stationId: string, method: 'PUT' | 'DELETE') =>
    app.call(fillPath(paths.favourite, { stationId }), { method, session });
  const save = (rider: Rider, stationId: string) => change(rider, stationId, 'PUT');
  const read = async ({ sessionId: session }: Rider) =>
    MyStations.parse((await app.call(paths.myStations, { session })).body);
  const favouritesOf = async (rider: Rider) => (await read(rider)).favourites.map(({ id }) => id);

  test('a rider saves and removes stations; the last saved station comes first', async () => {
    const [rider, other] = [await signUp(app), await signUp(app)];
    expect(await read(rider)).toEqual({ favourites: [], usual: null });
    const first = await addStation(app.deps.db, { chargers: 3, free_slots: 2 });
    const second = await addStation(app.deps.db);
    expect((await save(rider, first)).status).toBe(204);
    app.deps.clock.advance(60);
    expect((await save(rider, second)).status).toBe(204);
    // A repeated call changes neither the list nor its order.
    expect((await save(rider, first)).status).toBe(204);
    expect(await favouritesOf(rider)).toEqual([second, first]);
    expect((await read(rider)).favourites[1]).toMatchObject({ chargers: 3, freeSlots: 2 });
    expect(await favouritesOf(other)).toEqual([]);

    expect((await change(other, first, 'DELETE')).status).toBe(204);
    expect(await favouritesOf(rider)).toEqual([second, first]);
    expect((await change(rider, first, 'DELETE')).status).toBe(204);
    expect((await change(rider, first, 'DELETE')).status).toBe(204);
    expect(await favouritesOf(rider)).toEqual([second]);
  });

  test('an unknown station cannot be saved', async () => {
    const rider = await signUp(app);
    for (const id of ['nonsense', '2222222']) {
      expect(await save(rider, id)).toMatchObject({
        status: 404,
        body: { code: 'stationNotFound' },
      });
    }
  });

  test('the number of favourites is limited, also for concurrent calls @slow', async () => {
    const rider = await signUp(app);
    const ids = await addStations(
      app.deps.db,
      Array.from({ length: mostFavourites + 3 }, () => ({ name: randomUUID() })),
    );
    const answers = await Promise.all(ids.map((id) => save(rider, id)));
    const refused = answers.filter(({ status }) => status !== 204);
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'favouritesFull' } });
    }
    expect(await favouritesOf(rider)).toHaveLength(mostFavourites);
  });

  test('the usual station is the one with the most rentals of the last weeks @slow', async () => {
    const [cafe, gym] = [await Renting.at(app), await Renting.at(app)];
    const rider = await signUp(app);
    const card = await cafe.addCard(rider);
    await cafe.rent(rider, card, 30);
    expect((await read(rider)).usual).toBeNull();
    app.deps.clock.advance(60);
    await cafe.rent(rider, card, 30);
    expect((await read(rider)).usual?.id).toBe(cafe.cabinet.stationId);
    for (let i = 0; i < 3; i++) {
      app.deps.clock.advance(60);
      await gym.rent(rider, card, 30);
    }
    expect((await read(rider)).usual?.id).toBe(gym.cabinet.stationId);
    // The session would end if the clock moved by weeks, so the test makes the rentals older instead.
    await app.deps.db
      .updateTable('rentals')
      .set(({ eb, ref }) => ({
        started_at: eb(ref('started_at'), '-', sql<Date>`interval '57 days'`),
      }))
      .where('user_id', '=', rider.userId)
      .where('station_id', '=', gym.cabinet.stationId)
      .execute();
    expect((await read(rider)).usual?.id).toBe(cafe.cabinet.stationId);
  });

  test("the rider's file lists the favourites", async () => {
    const rider = await signUp(app);
    const stationId = await addStation(app.deps.db);
    await save(rider, stationId);
    const { body } = await app.call(paths.myData, { session: rider.sessionId });
    expect(RiderData.parse(body).favourites).toEqual([{ stationId, savedAt: expect.any(String) }]);
  });
});
