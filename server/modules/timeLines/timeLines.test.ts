import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpsChargerShown, OpsStationShown } from '../../../contract/operators/timeLines.ts';
import { Order } from '../../../contract/orders.ts';
import { registerOrderJobs } from '../../composition.ts';
import { checkTickets } from '../../jobs/ticketCheck.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { transact } from '../../db/unitOfWork.ts';
import { recordOperatorAction } from '../audit/operatorActions.ts';
import { openCase } from '../support/cases.ts';

const why = 'a test';

forBothEngines((engine) => {
  let app: TestApp;
  let ops: Operators;
  let renting: Renting;
  let other: Renting;
  let rider: Rider;
  let station: string;
  let charger: string;
  let order: string;
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { OPERATOR_KEY: serverKey },
    });
    registerOrderJobs(app.deps);
    ops = new Operators(app);
    [renting, other] = [await Renting.at(app), await Renting.at(app)];
    station = renting.cabinet.stationId;

    rider = await signUp(app);
    const rented = await renting.rent(rider, await renting.addCard(rider), 90);
    order = rented.number;
    charger = `${station}-${rented.slot}`;
    await pass();
    await ops.call(`chargers/${charger}/hold-back`, { why });
    await pass();
    await ops.call(`chargers/${charger}/release`, { why });
    await pass();
    await ops.call(`stations/${station}/commands`, { type: 'eject', serial: charger, why });
    await renting.settle();
    await pass();
    renting.cabinet.push(charger);
    await renting.settle();
    await ops.call('recalls', { serials: [charger], why });
    await transact(app.deps, (work) =>
      openCase(work, { kind: 'unknownCharger', key: charger, details: { charger } }),
    );
    await pass();
    await ops.call(`stations/${station}/pause`, { why });
    await ops.call('regions', { id: 'north', name: 'North', why });
    for (const id of ['mall', 'museum']) {
      await ops.call('venues', { id, name: id, ownerName: 'Owner', region: 'north', why });
    }
    await ops.call('venues/mall/stations', { stations: [station], why });
    await ops.call('venues/museum/stations', { stations: [other.cabinet.stationId], why });
  }, 120_000);
  afterAll(() => app.close());

  const pass = async () => {
    app.deps.clock.advance(60);
    renting.cabinet.heartbeat();
    await renting.settle();
  };
  const chargerOf = async (query = '', key?: string) =>
    OpsChargerShown.parse((await ops.call(`chargers/${charger}?${query}`, undefined, key)).body);
  const stationOf = async (query = '', key?: string) =>
    OpsStationShown.parse((await ops.call(`stations/${station}?${query}`, undefined, key)).body);

  test('the answer about a charger shows where it is, and what happened to it, with the newest entry first', async () => {
    const shown = await chargerOf();
    expect(shown).toMatchObject({
      serial: charger,
      status: 'recalled',

      order: null,
      place: { station },
      nextCursor: null,
    });
    const times = shown.timeLine.map(({ at }) => at);
    expect(times).toEqual(times.toSorted().toReversed());
    const whats = shown.timeLine.map(({ by, what }) => `${by} ${what}`);
    expect(new Set(whats)).toEqual(
      new Set([
        'operator registered',
        'rider ordered',
        'cabinet ejected',
        'cabinet returned',
        'server rentalEnded',
        'operator charger.holdBack',
        'operator charger.release',
        'operator command eject',
        'operator recalled',
        'case opened',
      ]),
    );
    expect(shown.timeLine.find(({ what }) => what === 'ordered')?.facts).toMatchObject({
      order,
      station,
    });
    const text = JSON.stringify(shown);
    for (const personal of [rider.phone, rider.userId, rider.user.id]) {
      expect(text).not.toContain(personal);
    }
    expect(refusalOf(await ops.call('chargers/NONE-1')).code).toBe('chargerNotFound');
  });

  test('the answer about a station shows its cabinet, its slots, and what happened there', async () => {
    app.deps.clock.advance(24 * 3600);
    await checkTickets(app.deps);
    const shown = await stationOf('limit=200');
    expect(shown).toMatchObject({ id: station, state: 'paused', venue: 'mall', nextCursor: null });
    expect(shown.slotList.map(({ slot }) => slot)).toEqual([1, 2, 3, 4]);
    expect(shown.slotList.some((one) => one.charger === charger)).toBe(true);
    const whats = new Set(shown.timeLine.map(({ by, what }) => `${by} ${what}`));
    for (const what of [
      'rider ordered',
      'server rentalEnded',
      'cabinet ejected',
      'operator command eject',
      'operator station.pause',
      'server joinedVenue',
      'server ticketOpened',
    ]) {
      expect(whats).toContain(what);
    }
    expect(JSON.stringify(shown)).not.toContain(rider.user.id);
  });

  test('pages of any size have each entry once, even entries with the same time @slow', async () => {
    const { db, clock } = app.deps;
    const at = clock.now();
    // After a restart, the cabinet reports all its chargers at once.
    await db
      .insertInto('cabinet_events')
      .values(
        Array.from({ length: 7 }, (_, seq) => ({
          station_id: station,
          boot_id: 'another',
          seq,
          type: 'inventory',
          charger,
          slot: 1,
          cabinet_at: null,
          at,
          received_at: at,
        })),
      )
      .execute();
    for (const read of [chargerOf, stationOf]) {
      const all = (await read('limit=200')).timeLine;
      expect(all.length).toBeGreaterThan(15);
      for (const limit of [1, 3, 8]) {
        const found = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page: { timeLine: typeof all; nextCursor: string | null } = await read(
            `limit=${limit}${cursor && `&cursor=${cursor}`}`,
          );
          found.push(...page.timeLine);
          cursor = page.nextCursor;
        }
        expect(found).toEqual(all);
      }
    }
    for (const cursor of [
      'x',
      'WzFd',
      Buffer.from('["2026-01-01T00:00:00Z",-1]').toString('base64url'),
    ]) {
      expect((await ops.call(`chargers/${charger}?cursor=${cursor}`)).status).toBe(400);
    }
  });

  test('an operator with a limit sees only what happened at the stations of this limit', async () => {
    const keys: Record<string, string> = {};
    for (const [name, venue] of [
      ['Nora', 'mall'],
      ['Sam', 'museum'],
    ] as const) {
      keys[name] = await ops.add(name, 'field');
      await ops.call(`operators/${name}/reach`, { venues: [venue], regions: [], why });
    }
    expect((await chargerOf('', keys['Nora'])).timeLine.map(({ what }) => what)).toContain(
      'ordered',
    );
    const foreign = await ops.call(`chargers/${charger}`, undefined, keys['Sam']);
    expect(refusalOf(foreign).code).toBe('chargerNotFound');
    const foreignStation = await ops.call(`stations/${station}`, undefined, keys['Sam']);
    expect(refusalOf(foreignStation).code).toBe('regionForeign');
    // A charger outside of all cabinets is visible to all operators, but without the entries of
    // stations that the operator cannot see.
    await app.deps.db
      .updateTable('slots')
      .set({ charger: null })
      .where('charger', '=', charger)
      .execute();
    const { timeLine } = await chargerOf('', keys['Sam']);
    expect(timeLine.map(({ what }) => what)).toEqual(['recalled', 'registered']);
  });

  test('a limit hides the open order, the reports and the cases of other stations @slow', async () => {
    const third = await Renting.at(app);
    await ops.call('venues/mall/stations', { stations: [third.cabinet.stationId], why });
    const card = await third.addCard(rider);
    const { id, number, slot } = Order.parse((await third.start(rider, card)).body);
    await third.settle();
    const rented = `${third.cabinet.stationId}-${slot}`;
    const at = app.deps.clock.now();
    await app.deps.db
      .insertInto('charger_reports')
      .values({ rental_id: id, charger: rented, reported_at: at })
      .execute();
    const details = { charger: rented };
    await transact(app.deps, async (work) => {
      await openCase(work, { kind: 'reportedCharger', key: id, rentalId: id, details });
      await openCase(work, { kind: 'unknownCharger', key: rented, details });
      const act = { action: 'charger.holdBack', subject: rented, who: 'Ada', why, origin: null };
      await recordOperatorAction(work, act);
    });
    const seenBy = async (key?: string) => {
      const shown = OpsChargerShown.parse(
        (await ops.call(`chargers/${rented}`, undefined, key)).body,
      );
      const found = shown.timeLine.map(({ by, what }) => `${by} ${what}`);
      return { order: shown.order, found: found.toSorted() };
    };
    const keys: Record<string, string> = {};
    for (const [name, venue] of [
      ['Mia', 'mall'],
      ['Mo', 'museum'],
    ] as const) {
      keys[name] = await ops.add(name, 'field');
      await ops.call(`operators/${name}/reach`, { venues: [venue], regions: [], why });
    }
    const atMall = ['case opened', 'rider ordered', 'rider reportedFault'];
    const everything = await seenBy();
    expect(everything.order).toBe(number);
    expect(everything.found).toEqual(
      expect.arrayContaining([...atMall, 'case opened', 'operator charger.holdBack']),
    );
    const mia = await seenBy(keys['Mia']);
    expect(mia.order).toBe(number);
    expect(mia.found).toEqual(expect.arrayContaining(atMall));
    // The second case and the act of the operator have no station, so a limited operator does not see them.
    expect(mia.found.filter((one) => one === 'case opened')).toHaveLength(1);
    expect(mia.found).not.toContain('operator charger.holdBack');
    expect(await seenBy(keys['Mo'])).toEqual({ order: null, found: ['operator registered'] });
  });

  test('the time line of a charger shows no acts on a venue or an operator with the same id', async () => {
    await ops.call('chargers', { serials: ['mall', 'Nora'], why });
    await ops.add('Nora', 'field');
    for (const serial of ['mall', 'Nora']) {
      const { body } = await ops.call(`chargers/${serial}`);
      const { timeLine } = OpsChargerShown.parse(body);
      const whats = timeLine.map(({ what }) => what);
      expect(whats.filter((what) => !/^(charger\.|registered$)/.test(what))).toEqual([]);
      expect(whats).toContain('registered');
    }
  });
});
