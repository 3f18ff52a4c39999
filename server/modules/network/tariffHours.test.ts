import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  AssignmentChanged,
  TariffCreated,
  type TariffHours,
} from '../../../contract/operators/tariffs.ts';
import { Station } from '../../../contract/stations.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { demoTariff } from '../../../contract/testing/demoTariff.ts';
import { MovableClock } from '../../time/clock.ts';
import { registerJobs } from '../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation, testTariff } from '../../testing/stations.ts';
import { nextTimeOfDay } from '../../time/timeZones.ts';
import { tariffInForce } from '../stations/stationTariffs.ts';
import { transact } from '../../db/unitOfWork.ts';
import { planAllHours } from './applyTariffs.ts';

const { id: _id, ...terms } = demoTariff;
const why = 'prices of the evening';
const chicago = 'America/Chicago';
const allDays = [1, 2, 3, 4, 5, 6, 7];
const evening: TariffHours = { days: allDays, from: '18:00', to: '22:00' };

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  let [ada, bob] = ['', ''];
  const tariffs = ['t-1', 't-2', 't-3', 't-4'];
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerJobs(app.deps);
    operators = new Operators(app);
    ada = await operators.add('Ada', 'administrator');
    bob = await operators.add('Bob', 'administrator');
    for (const id of tariffs) {
      TariffCreated.parse((await operators.call('tariffs', { id, terms, why }, ada)).body);
    }
    await operators.call('regions', { id: 'north', name: 'North', why });
    for (const id of ['mall', 'cafe', 'empty']) {
      const venue = { id, name: id, ownerName: 'Owner', region: 'north', why };
      await operators.call('venues', venue);
    }
  });
  afterAll(() => app.close());

  const request = (tariff: string, body: object) =>
    operators.call(`tariffs/${tariff}/assign`, { why, ...body }, ada);
  const approve = async (approval: { id: string } | null) => {
    const answer = await operators.call(`approvals/${approval?.id ?? ''}/approve`, { why }, bob);
    expect(answer.status).toBe(200);
  };
  /** Assigns a tariff, with the approval of a second operator if it is needed. */
  const assign = async (tariff: string, body: object): Promise<string> => {
    const { assignment, approval } = AssignmentChanged.parse((await request(tariff, body)).body);
    if (assignment) return assignment.id;
    await approve(approval);
    const [row] = await app.deps.db
      .selectFrom('tariff_assignments')
      .select('id')
      .orderBy('number', 'desc')
      .limit(1)
      .execute();
    return row?.id ?? '';
  };
  const end = async (id: string, body: object = {}) => {
    const answer = await operators.call(`tariff-assignments/${id}/end`, { why, ...body }, ada);
    const { approval } = AssignmentChanged.parse(answer.body);
    if (approval) await approve(approval);
  };
  const shownAt = async (stationId: string) =>
    Station.parse((await app.call(fillPath(paths.station, { id: stationId }))).body).tariff.id;
  /** Moves the clock to the next time at which it is `minutes` after midnight in Chicago, and performs the jobs. */
  const waitUntil = async (minutes: number) => {
    const now = app.deps.clock.now();
    const next = nextTimeOfDay(now, minutes, chicago);
    app.deps.clock.advance((next.getTime() - now.getTime()) / 1000);
    await app.deps.outbox.idle();
  };
  const putInto = (venue: string, stations: string[]) =>
    operators.call(`venues/${venue}/stations`, { stations, why });

  test('a tariff of a station has precedence over a tariff of its venue, which has precedence over a tariff of all stations', async () => {
    const [alone, inVenue] = [await addStation(app.deps.db), await addStation(app.deps.db)];
    await putInto('mall', [alone, inVenue]);
    const forStation = await assign('t-1', { stations: [alone] });
    app.deps.clock.advance(1);
    const forVenue = await assign('t-2', { venues: ['mall'] });
    app.deps.clock.advance(1);
    const forAll = await assign('t-3', { stations: 'all' });
    expect([await shownAt(alone), await shownAt(inVenue)]).toEqual(['t-1', 't-2']);
    await end(forStation);
    expect(await shownAt(alone)).toBe('t-2');
    // A station that joins the venue later gets the tariff of the venue.
    const late = await addStation(app.deps.db);
    expect((await putInto('mall', [late])).status).toBe(200);
    expect(await shownAt(late)).toBe('t-2');
    await end(forVenue);
    expect(await shownAt(alone)).toBe('t-3');
    await end(forAll);
    expect(await shownAt(alone)).toBe(testTariff.id);
  });

  test('a station in use does not join a venue with other prices', async () => {
    const station = await addStation(app.deps.db, { last_seen_at: app.deps.clock.now() });
    const forVenue = await assign('t-2', { venues: ['cafe'] });
    expect(refusalOf(await putInto('cafe', [station]))).toEqual(pricesWouldChange);
    expect(await shownAt(station)).toBe(testTariff.id);
    const forStation = await assign(testTariff.id, { stations: [station] });
    expect((await putInto('cafe', [station])).status).toBe(200);
    expect(await shownAt(station)).toBe(testTariff.id);
    for (const id of [forVenue, forStation]) await end(id);
  });

  const pricesWouldChange = { status: 409, code: 'pricesWouldChange' };

  test('even at noon, a station in use does not join or leave a venue that has other prices in the evening', async () => {
    await waitUntil(12 * 60);
    const station = await addStation(app.deps.db, { last_seen_at: app.deps.clock.now() });
    const id = await assign('t-2', { venues: ['cafe'], hours: evening });
    expect(refusalOf(await putInto('cafe', [station]))).toEqual(pricesWouldChange);
    const draft = { id: station, name: 'Kiosk', lat: 41.88, lng: -87.63, venue: 'cafe' };
    const imported = { entries: [{ unit: 'line', at: 2, draft }], why };
    expect(refusalOf(await operators.call('stations/import', imported))).toEqual(pricesWouldChange);
    await waitUntil(18 * 60);
    expect(await shownAt(station)).toBe(testTariff.id);
    // A tariff that the station has for all hours takes precedence over all tariffs of venues.
    const own = await assign(testTariff.id, { stations: [station] });
    expect((await putInto('cafe', [station])).status).toBe(200);
    await end(own);
    await waitUntil(12 * 60);
    const leave = { stations: [station], why };
    for (const [act, body] of [
      ['stations/remove', leave],
      ['end', { why }],
    ] as const) {
      const answer = await operators.call(`venues/cafe/${act}`, body);
      expect(refusalOf(answer)).toEqual(pricesWouldChange);
    }
    await operators.call('venues', {
      id: 'club',
      name: 'Club',
      ownerName: 'O',
      region: 'north',
      why,
    });
    expect(refusalOf(await putInto('club', [station]))).toEqual(pricesWouldChange);
    // A station in use may join a venue with the same prices at the same hours.
    const same = await assign('t-2', { venues: ['club'], hours: evening });
    expect((await putInto('club', [station])).status).toBe(200);
    for (const one of [id, same]) await end(one);
    expect((await operators.call('venues/club/stations/remove', leave)).status).toBe(200);
  });

  test('a station in use does not join a venue whose prices change at a planned time', async () => {
    const station = await addStation(app.deps.db, { last_seen_at: app.deps.clock.now() });
    const startsAt = new Date(app.deps.clock.now().getTime() + 3_600_000).toISOString();
    const id = await assign('t-3', { venues: ['cafe'], startsAt });
    expect(refusalOf(await putInto('cafe', [station]))).toEqual(pricesWouldChange);
    const own = await assign(testTariff.id, { stations: [station] });
    const endsAt = new Date(Date.parse(startsAt) + 3_600_000).toISOString();
    await end(own, { endsAt });
    // The tariff of the station ends, but the tariff of the venue does not. So the prices would
    // change at the end of the station's tariff.
    expect(refusalOf(await putInto('cafe', [station]))).toEqual(pricesWouldChange);
    for (const one of [id, own]) await end(one);
    expect((await putInto('cafe', [station])).status).toBe(200);
  });

  test('a station in use with prices for the evening does not change its time zone', async () => {
    await waitUntil(12 * 60);
    const station = await addStation(app.deps.db, { last_seen_at: app.deps.clock.now() });
    const move = (timeZone: string) =>
      operators.call(`stations/${station}/change`, { why, version: 1, timeZone });
    const id = await assign('t-1', { stations: [station], hours: evening });
    expect(refusalOf(await move('America/New_York'))).toEqual(pricesWouldChange);
    await end(id);
    expect((await move('America/New_York')).status).toBe(200);
  });

  test('the planned end of an assignment cannot move into the hours of another assignment', async () => {
    const station = await addStation(app.deps.db);
    const at = (days: number) =>
      new Date(app.deps.clock.now().getTime() + days * 86_400_000).toISOString();
    const id = await assign('t-1', { stations: [station], hours: evening });
    const endsAt = at(2);
    await end(id, { endsAt });
    const next = await assign('t-2', { stations: [station], hours: evening, startsAt: endsAt });
    const later = await operators.call(`tariff-assignments/${id}/end`, { why, endsAt: at(3) }, ada);
    expect(refusalOf(later)).toEqual({ status: 422, code: 'timeInvalid' });
    const earlier = { why, endsAt: at(1) };
    expect((await operators.call(`tariff-assignments/${id}/end`, earlier, ada)).status).toBe(200);
    for (const one of [id, next]) await end(one);
  });

  test('an assignment without stations that is planned again still has only one job', async () => {
    await waitUntil(12 * 60);
    const id = await assign('t-4', { venues: ['empty'], hours: evening });
    for (let time = 0; time < 2; time++) {
      app.deps.clock.advance(60);
      await transact(app.deps, planAllHours);
    }
    const jobs = await app.deps.db
      .selectFrom('outbox')
      .select('run_at')
      .where('kind', '=', 'tariffs.apply')
      .where('key', 'like', `%${id}%`)
      .where('done_at', 'is', null)
      .execute();
    expect(jobs).toHaveLength(1);
    await end(id);
  });

  test('the tariff of the evening begins and ends in the time zone of the station', async () => {
    const [here, west] = [
      await addStation(app.deps.db),
      await addStation(app.deps.db, { time_zone: 'America/Los_Angeles' }),
    ];
    await waitUntil(12 * 60);
    const id = await assign('t-1', { stations: [here, west], hours: evening });
    expect(await shownAt(here)).toBe(testTariff.id);
    await waitUntil(18 * 60);
    expect([await shownAt(here), await shownAt(west)]).toEqual(['t-1', testTariff.id]);
    await waitUntil(20 * 60);
    expect([await shownAt(here), await shownAt(west)]).toEqual(['t-1', 't-1']);
    await waitUntil(22 * 60);
    expect([await shownAt(here), await shownAt(west)]).toEqual([testTariff.id, 't-1']);
    await waitUntil(0);
    expect(await shownAt(west)).toBe(testTariff.id);
    await end(id);
  });

  test('a rental has the price in force at its start, even if the station does not show the new price yet', async () => {
    const renting = await Renting.at(app);
    const rider = await signUp(app);
    const card = await renting.addCard(rider);
    const { stationId } = renting.cabinet;
    await waitUntil(17 * 60);
    const id = await assign('t-1', { stations: [stationId], hours: evening });
    const before = await shownAt(stationId);
    const now = app.deps.clock.now();
    const six = nextTimeOfDay(now, 18 * 60, chicago);
    app.deps.clock.advance((six.getTime() - now.getTime()) / 1000 - 30);
    // Before 18:00, the evening tariff is not in force yet.
    expect((await renting.start(rider, card, { tariffId: 't-1' })).body).toMatchObject({
      code: 'priceChanged',
    });
    app.deps.clock.advance(31);
    // The job that changes the shown tariff has not run yet.
    expect((await renting.start(rider, card, { tariffId: before })).body).toMatchObject({
      code: 'priceChanged',
    });
    expect((await renting.start(rider, card, { tariffId: 't-1' })).status).toBe(202);
    const rental = await app.deps.db
      .selectFrom('rentals')
      .select('tariff')
      .where('station_id', '=', stationId)
      .executeTakeFirstOrThrow();
    expect(rental.tariff.id).toBe('t-1');
    await end(id);
  });

  test('hours that overlap at the same level are refused', async () => {
    const station = await addStation(app.deps.db);
    const id = await assign('t-1', { stations: [station], hours: evening });
    const late = { days: [5], from: '21:59', to: '02:00' };
    expect(refusalOf(await request('t-2', { stations: [station], hours: late }))).toEqual({
      status: 409,
      code: 'hoursOverlap',
    });
    const night = await assign('t-2', {
      stations: [station],
      hours: { ...evening, from: '22:00', to: '02:00' },
    });
    // An assignment of venues may have the same hours as an assignment of stations.
    const forVenue = await assign('t-3', { venues: ['empty'], hours: evening });
    await end(id);
    const again = await assign('t-2', { stations: [station], hours: { ...late, to: '22:00' } });
    for (const one of [night, forVenue, again]) await end(one);
  });

  test('the hours of an assignment that was cancelled before its start are free', async () => {
    const station = await addStation(app.deps.db);
    const startsAt = new Date(app.deps.clock.now().getTime() + 86_400_000).toISOString();
    const target = { stations: [station], hours: evening };
    const cancelled = await assign('t-1', { ...target, startsAt });
    await end(cancelled);
    const ended = await operators.call(`tariff-assignments/${cancelled}/end`, { why }, ada);
    expect(refusalOf(ended)).toEqual({ status: 409, code: 'assignmentEnded' });
    for (const again of [{ ...target, startsAt }, target]) await end(await assign('t-2', again));
  });

  test('an unknown venue, an ended venue and a wrong target are refused', async () => {
    expect(refusalOf(await request('t-1', { venues: ['nowhere'] })).code).toBe('venueNotFound');
    await operators.call('venues/empty/end', { why });
    expect(refusalOf(await request('t-1', { venues: ['empty'] })).code).toBe('venueEnded');
    for (const wrong of [
      {},
      { venues: ['mall'], stations: 'all' },
      { stations: 'all', hours: { ...evening, to: '18:00' } },
      { stations: 'all', hours: { ...evening, from: '24:00' } },
    ]) {
      expect((await request('t-1', wrong)).status).toBe(400);
    }
  });

  test('each instant has exactly one tariff, also when the clocks change @slow', async () => {
    const zones = [chicago, 'Europe/Madrid', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 });
    const hours = fc
      .record({ days, from: fc.nat(47), to: fc.integer({ min: 1, max: 48 }) })
      .filter(({ from, to }) => from !== to)
      .map(({ days: some, from, to }) => ({
        days: some,
        from_minute: from * 30,
        to_minute: to * 30,
      }));
    const rows = fc.array(
      fc.record({
        tariff: fc.constantFrom(...tariffs),
        level: fc.constantFrom(1, 2, 3),
        hours: fc.option(hours),
        startsBefore: fc.nat(3),
      }),
      { maxLength: 6 },
    );
    // The nights in which clocks change in some of these zones, and one day without a change.
    const changes = [
      '2026-03-08',
      '2026-11-01',
      '2026-03-29',
      '2026-10-25',
      '2026-04-05',
      '2026-07-01',
    ];
    const instant = fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -26 * 60, max: 26 * 60 }))
      .map(([day, minutes]) => new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000));
    const property = fc.asyncProperty(
      rows,
      fc.constantFrom(...zones),
      instant,
      async (given, zone, now) => {
        const held = await transact(app.deps, async (work) => {
          const { trx } = work;
          const station = await addStation(trx, { time_zone: zone, own_tariff_at: new Date(0) });
          await trx
            .updateTable('stations')
            .set({ venue_id: 'mall', changed_at: now })
            .where('id', '=', station)
            .execute();
          for (const [at, { tariff, level, hours: some, startsBefore }] of given.entries()) {
            const id = `00000000-0000-4000-8000-${String(Date.now() % 1e9).padStart(9, '0')}${String(at).padStart(3, '0')}`;
            await trx
              .insertInto('tariff_assignments')
              .values({
                id,
                tariff_id: tariff,
                is_for_all: level === 3,
                assigned_by: 'Ada',
                starts_at: new Date(now.getTime() - startsBefore),
                ...some,
              })
              .execute();
            if (level === 1) {
              await trx
                .insertInto('tariff_assignment_stations')
                .values({ assignment_id: id, station_id: station })
                .execute();
            }
            if (level === 2) {
              await trx
                .insertInto('tariff_assignment_venues')
                .values({ assignment_id: id, venue_id: 'mall' })
                .execute();
            }
          }
          const found = await tariffInForce({ trx, now }, station);
          // Delete the assignments, so that the next case starts without them.
          const made = given.length;
          const ids = await trx
            .selectFrom('tariff_assignments')
            .select('id')
            .orderBy('number', 'desc')
            .limit(made)
            .execute();
          for (const { id } of ids) {
            await trx
              .deleteFrom('tariff_assignment_stations')
              .where('assignment_id', '=', id)
              .execute();
            await trx
              .deleteFrom('tariff_assignment_venues')
              .where('assignment_id', '=', id)
              .execute();
            await trx.deleteFrom('tariff_assignments').where('id', '=', id).execute();
          }
          return found;
        });
        expect(held).toBe(expected(given, zone, now));
      },
    );
    await fc.assert(property, { numRuns: 40 });
  }, 180_000);
});

forEachEngine((engine) => {
  let app: TestApp;
  let operators: Operators;
  beforeAll(async () => {
    const clock = new MovableClock((Date.parse('2026-03-07T18:00:00Z') - Date.now()) / 1000);
    app = await startTestApp({ engine, clock, env: { OPERATOR_KEY: serverKey } });
    registerJobs(app.deps);
    operators = new Operators(app);
    const ada = await operators.add('Ada', 'administrator');
    TariffCreated.parse((await operators.call('tariffs', { id: 't-1', terms, why }, ada)).body);
  });
  afterAll(() => app.close());

  /** Moves the clock, and performs the jobs. */
  const waitUntil = async (time: number) => {
    app.deps.clock.advance((time - app.deps.clock.now().getTime()) / 1000);
    await app.deps.outbox.idle();
  };

  test.each([
    {
      night: '2026-03-08',
      plans: [
        // The clocks skip the time from 2:00 to 3:00. The first hours end and the second hours start in this time.
        { hours: { from: '01:30', to: '02:30' }, held: ['07:30', '07:45'] },
        { hours: { from: '02:30', to: '03:30' }, held: ['08:00', '08:15'] },
      ],
    },
    {
      night: '2026-11-01',
      plans: [
        // The hour from 1:00 to 2:00 occurs twice.
        {
          hours: { from: '01:30', to: '02:30' },
          held: ['06:30', '06:45', '07:30', '07:45', '08:00', '08:15'],
        },
        {
          hours: { from: '00:30', to: '01:30' },
          held: ['05:30', '05:45', '06:00', '06:15', '07:00', '07:15'],
        },
      ],
    },
  ])('stations show the tariff in force in the night of $night', async ({ night, plans }) => {
    const { db } = app.deps;
    const start = Date.parse(`${night}T04:00:00Z`);
    await waitUntil(start - 5 * 3_600_000);
    const given = [];
    for (const { hours, held } of plans) {
      const station = await addStation(db);
      const body = { stations: [station], hours: { days: allDays, ...hours }, why };
      const { assignment } = AssignmentChanged.parse(
        (await operators.call('tariffs/t-1/assign', body)).body,
      );
      given.push({ station, held, id: assignment?.id ?? '', found: new Array<string>() });
    }
    for (let quarter = 0; quarter < 24; quarter++) {
      const time = new Date(start + quarter * 15 * 60_000);
      await waitUntil(time.getTime());
      for (const { station, found } of given) {
        const inForce = await transact(app.deps, (work) => tariffInForce(work, station));
        const shown = await db
          .selectFrom('stations')
          .select('tariff_id')
          .where('id', '=', station)
          .executeTakeFirstOrThrow();
        expect([time, shown.tariff_id]).toEqual([time, inForce]);
        if (shown.tariff_id === 't-1') found.push(time.toISOString().slice(11, 16));
      }
    }
    for (const { found, held, id } of given) {
      expect(found).toEqual(held);
      await operators.call(`tariff-assignments/${id}/end`, { why });
    }
  });
});

interface Given {
  tariff: string;
  level: number;
  hours: { days: number[]; from_minute: number; to_minute: number } | null;
  startsBefore: number;
}

/** The expected tariff by the rules in the documentation: the level first, then hours, then the latest start. */
function expected(given: readonly Given[], zone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1;
  const minute = Number(part('hour')) * 60 + Number(part('minute'));
  const yesterday = day === 1 ? 7 : day - 1;
  const holds = ({ hours }: Given) => {
    if (!hours) return true;
    const { days, from_minute: from, to_minute: to } = hours;
    if (from < to) return days.includes(day) && minute >= from && minute < to;
    return (days.includes(day) && minute >= from) || (days.includes(yesterday) && minute < to);
  };
  const [best] = given
    .map((one, at) => ({ ...one, at }))
    .filter(holds)
    .toSorted(
      (a, b) =>
        a.level - b.level ||
        Number(a.hours === null) - Number(b.hours === null) ||
        a.startsBefore - b.startsBefore ||
        b.at - a.at,
    );
  return best?.tariff ?? testTariff.id;
}
