import { afterAll, beforeAll, expect, test } from 'vitest';
import { RestockingList } from '../../../contract/operators/restocking.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { Operators, serverKey } from '../../testing/operators/operators.ts';
import { addStation } from '../../testing/stations.ts';
import { hourMs, hourOfWeek } from '../usualCounts/hourOfWeek.ts';

const why = 'restocking';

forBothEngines((engine) => {
  let app: TestApp;
  let operators: Operators;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey } });
    operators = new Operators(app);
    await operators.call('regions', { id: 'north', name: 'North', why });
    const venue = { id: 'mall', name: 'Mall', ownerName: 'Owner', region: 'north', why };
    await operators.call('venues', venue);
  });
  afterAll(() => app.close());

  /** A station with eight slots. `usual` contains its usual numbers of chargers from now on. */
  const station = async (chargers: number, usual: number[], lat = 41.88) => {
    const id = await addStation(app.deps.db, {
      chargers,
      free_slots: 8 - chargers,
      slots: 8,
      lat,
    });
    const now = app.deps.clock.now();
    for (const [i, count] of usual.entries()) {
      const at = new Date(now.getTime() + i * hourMs);
      const hour = hourOfWeek(at, 'America/Chicago');
      const row = { station_id: id, hour, samples: 3, chargers: count, free_slots: 8 - count };
      await app.deps.db
        .insertInto('usual_counts')
        .values({ ...row, sampled_at: now })
        .execute();
    }
    return id;
  };
  const list = async (query = '') =>
    RestockingList.parse((await operators.call(`restocking?${query}`)).body);
  const idsOf = ({ stations }: RestockingList) => stations.map((one) => one.station);

  test('stations that will be empty or full are listed by urgency, or on request by distance', async () => {
    const soon = await station(2, [6, 4, 3, 3], 41.9);
    const later = await station(3, [6, 5, 4, 2], 41.89);
    const filling = await station(5, [2, 3, 5, 6], 41.95);
    const steady = await station(4, [4, 4, 4, 4]);
    const found = await list('hours=3');
    expect(idsOf(found)).not.toContain(steady);
    expect(idsOf(found)).toEqual([soon, filling, later]);
    expect(found.stations).toMatchObject([
      { will: 'beEmpty', bring: 2, take: 0, chargers: 2, metres: null },
      { will: 'beFull', bring: 0, take: 2 },
      { will: 'beEmpty', bring: 2, take: 0 },
    ]);
    expect([found.bring, found.take]).toEqual([4, 2]);
    const near = await list('hours=3&lat=41.88&lng=-87.63&sort=distance');
    expect(idsOf(near)).toEqual([later, soon, filling]);
    expect(near.stations[0]?.metres).toBeGreaterThan(1000);
    // Only one of the stations will be empty within one hour.
    expect(idsOf(await list('hours=1'))).toEqual([soon]);
  });

  test('the list is limited to a region or a venue, and leaves out stations that lend nothing', async () => {
    const [inside, paused] = [await station(0, []), await station(0, [])];
    await operators.call('venues/mall/stations', { stations: [inside, paused], why });
    await operators.call(`stations/${paused}/pause`, { why });
    expect(idsOf(await list('region=north'))).toEqual([inside]);
    expect(idsOf(await list('venue=mall'))).toEqual([inside]);
    expect(idsOf(await list('region=south'))).toEqual([]);
    expect((await operators.call('restocking?sort=distance')).status).toBe(400);
  });
});
