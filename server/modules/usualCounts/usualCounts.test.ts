import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import { UsualCounts } from '../../../contract/stations.ts';
import { startCountSamples } from '../../jobs/countSamples.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { addStation } from '../../testing/stations.ts';
import { hourOfWeek } from './hourOfWeek.ts';
import { sampleCounts } from './sampleCounts.ts';

const hour = 60 * 60;
const week = 7 * 24 * hour;

test('the hour of the week follows the time zone and its daylight saving time', () => {
  // This is a Monday at 0:30 in Chicago in winter, and at 1:30 in summer.
  expect(hourOfWeek(new Date('2026-01-05T06:30:00Z'), 'America/Chicago')).toBe(0);
  expect(hourOfWeek(new Date('2026-07-06T06:30:00Z'), 'America/Chicago')).toBe(1);
  expect(hourOfWeek(new Date('2026-01-05T06:30:00Z'), 'Asia/Shanghai')).toBe(14);
  expect(hourOfWeek(new Date('2026-01-05T05:59:00Z'), 'America/Chicago')).toBe(167);
});

forBothEngines((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  const usualAt = async (id: string) => {
    const { status, body } = await app.call(fillPath(paths.usualCounts, { id }));
    expect(status).toBe(200);
    return UsualCounts.parse(body).hours;
  };
  const stock = (id: string, row: { chargers?: number; free_slots?: number; online?: boolean }) =>
    app.deps.db.updateTable('stations').set(row).where('id', '=', id).execute();
  const sample = () => sampleCounts(app.deps.db, app.deps.clock.now());

  test('after three weeks, the average of an hour is shown; one sample counts per hour', async () => {
    const id = await addStation(app.deps.db, { chargers: 4, free_slots: 1 });
    const hours = [
      { chargers: 4, free_slots: 1 },
      { chargers: 6, free_slots: 3 },
      { chargers: 8, free_slots: 2 },
    ];
    for (const [weeks, counts] of hours.entries()) {
      expect(await usualAt(id)).toEqual([]);
      await stock(id, counts);
      await sample();
      // Another process samples the same hour again, which must change nothing.
      await stock(id, { chargers: 9, free_slots: 9 });
      await sample();
      app.deps.clock.advance(weeks < 2 ? week : week - hour);
    }
    const [first, ...others] = await usualAt(id);
    expect(first).toMatchObject({ chargers: 6, freeSlots: 2 });
    expect(others).toEqual([]);
    const next = Math.ceil(app.deps.clock.now().getTime() / (hour * 1000)) * hour * 1000;
    expect(first?.at).toBe(new Date(next).toISOString());
  });

  test('an offline station is not sampled', async () => {
    const id = await addStation(app.deps.db, { chargers: 4, online: false });
    await sample();
    const rows = app.deps.db.selectFrom('usual_counts').select('hour');
    expect(await rows.where('station_id', '=', id).execute()).toEqual([]);
  });

  test('the job samples at the start of each hour', async () => {
    const id = await addStation(app.deps.db, { chargers: 4 });
    await startCountSamples(app.deps);
    const samples = () =>
      app.deps.db.selectFrom('usual_counts').select('hour').where('station_id', '=', id).execute();
    for (const expected of [1, 2, 3]) {
      app.deps.clock.advance(hour);
      await app.deps.outbox.idle();
      expect(await samples()).toHaveLength(expected);
    }
  });

  test('averages without a new sample for eight weeks are deleted', async () => {
    const id = await addStation(app.deps.db, { chargers: 4 });
    await sample();
    const left = () =>
      app.deps.db.selectFrom('usual_counts').select('hour').where('station_id', '=', id).execute();
    await cleanUp(app.deps);
    expect(await left()).toHaveLength(1);
    app.deps.clock.advance(8 * week + hour);
    await cleanUp(app.deps);
    expect(await left()).toEqual([]);
  });

  test('an unknown station has no usual counts', async () => {
    const path = fillPath(paths.usualCounts, { id: 'nonsense' });
    expect(await app.call(path)).toMatchObject({ status: 404, body: { code: 'stationNotFound' } });
  });
});
