import { afterAll, beforeAll, expect, test } from 'vitest';
import { OrderPlaces } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';

forBothEngines((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine, payments: new FakePayments() });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());

  const read = async ({ sessionId: session }: Rider) =>
    OrderPlaces.parse((await app.call(paths.orderPlaces, { session })).body).places;

  test('a place counts pick-ups and returns, and the last visited place comes first @slow', async () => {
    const [cafe, gym] = [await Renting.at(app), await Renting.at(app)];
    const [rider, other] = [await signUp(app), await signUp(app)];
    const card = await cafe.addCard(rider);
    expect(await read(rider)).toEqual([]);

    await cafe.rent(rider, card, 30);
    app.deps.clock.advance(60);
    await cafe.rent(rider, card, 30);
    app.deps.clock.advance(60);
    await gym.rent(rider, card, 30);
    const places = await read(rider);
    expect(places.map(({ id, pickUps, returns }) => ({ id, pickUps, returns }))).toEqual([
      { id: gym.cabinet.stationId, pickUps: 1, returns: 1 },
      { id: cafe.cabinet.stationId, pickUps: 2, returns: 2 },
    ]);
    expect(Date.parse(places[0]?.lastAt ?? '')).toBeGreaterThan(
      Date.parse(places[1]?.lastAt ?? ''),
    );
    expect(await read(other)).toEqual([]);
  });

  test('a running rental counts as a pick-up without a return', async () => {
    const cafe = await Renting.at(app);
    const rider = await signUp(app);
    await cafe.start(rider, await cafe.addCard(rider));
    await cafe.settle();
    expect(await read(rider)).toMatchObject([
      { id: cafe.cabinet.stationId, pickUps: 1, returns: 0 },
    ]);
  });
});
