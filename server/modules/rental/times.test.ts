import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import type { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import { addMs, transact } from '../../db/unitOfWork.ts';
import { releaseCharger } from '../cabinets/heldChargers.ts';

/** If the time of an event is uncertain, the rider pays for the shortest possible use. */
forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let home: FakeCabinet;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
  });

  async function rentFrom(cabinet: FakeCabinet): Promise<string> {
    const id = await world.start(await world.addRider(), cabinet);
    await world.settle();
    return id;
  }

  /**
   * Advances the clock while one cabinet has no connection. The cabinet stores its messages until it connects again.
   */
  async function waitForLine(cabinet: FakeCabinet, seconds: number): Promise<void> {
    cabinet.isConnected = false;
    await world.pass(seconds);
    cabinet.isConnected = true;
  }

  describe.each(['4000', '-4000', '45 @all', '-45 @all'])(
    'with a cabinet clock that is wrong by this number of seconds: %s',
    (skew) => {
      const skewSeconds = Number.parseInt(skew, 10);
      beforeEach(async () => {
        home = await world.addCabinet(['c1', null], { skewSeconds });
        for (let beats = 0; beats < 3; beats++) await world.pass(30);
      });

      test('a rental starts at the real time, and ends two seconds before the return, because messages may be delayed', async () => {
        await world.pass(20);
        const pickedUp = world.clock.now();
        const id = await rentFrom(home);
        await world.pass(25);
        const pushed = world.clock.now();
        home.push('c1');
        await waitForLine(home, 20);
        await world.settle();
        expect(await world.rental(id)).toMatchObject({
          state: 'complete',
          started_at: pickedUp,
          returned_at: addMs(pushed, -2000),
        });
      });

      test("an eject command expires at the right time on the cabinet's clock", async () => {
        const id = await rentFrom(home);
        expect((await world.rental(id)).state).toBe('charging');
        const eject = world.gateway.sent.find(({ command }) => command.type === 'eject');
        const byItsClock = new Date(eject?.command.expiresAt ?? 0).getTime();
        expect(byItsClock - home.time().getTime()).toBe(30_000);
      });
    },
  );

  describe('with a cabinet without a clock', () => {
    beforeEach(async () => {
      home = await world.addCabinet(['c1', null], { hasNoClock: true });
      await world.pass(30);
    });

    test('a return during an undetected outage is billed until the last contact before the return', async () => {
      const id = await rentFrom(home);
      await world.pass(30);
      const contact = world.clock.now();
      await waitForLine(home, 13);
      home.push('c1');
      await waitForLine(home, 40);
      home.heartbeat();
      await world.settle();
      const { returned_at: returnedAt } = await world.rental(id);
      expect(returnedAt).toEqual(contact);
    });

    test('a return whose message was lost and sent again is not billed beyond the real time of the return', async () => {
      const id = await rentFrom(home);
      await world.pass(30);
      world.clock.advance(2);
      const pushed = world.clock.now();
      home.push('c1');
      const lost = home.log.splice(0);
      await waitForLine(home, 28);
      home.heartbeat();
      const ahead = home.log.splice(0);
      for (const event of ahead) await world.listener.onEvent(home.stationId, event);
      world.clock.advance(2);
      for (const event of lost) await world.listener.onEvent(home.stationId, event);
      await world.settle();
      const { state, returned_at: returnedAt } = await world.rental(id);
      expect(state).toBe('complete');
      expect(returnedAt?.getTime()).toBeLessThanOrEqual(pushed.getTime());
    });
  });

  describe('with a cabinet without a clock, just after an outage', () => {
    /**
     * Reconnects a cabinet after an outage. Its stored and new messages arrive in quick succession, so the server
     * cannot distinguish old and new messages.
     */
    async function reconnect(cabinet: FakeCabinet): Promise<void> {
      await waitForLine(cabinet, 120);
      cabinet.report();
      cabinet.heartbeat();
      await world.settle();
    }

    test('a return that the cabinet reports after the eject is accepted', async () => {
      home = await world.addCabinet(['c1', null], { hasNoClock: true });
      await world.pass(30);
      await reconnect(home);
      const id = await rentFrom(home);
      await world.pass(2);
      home.push('c1');
      await world.settle();
      expect((await world.rental(id)).state).toBe('complete');
    });

    test('an inventory that shows the charger after the loss corrects the bill', async () => {
      home = await world.addCabinet(['c1']);
      const other = await world.addCabinet([null], { hasNoClock: true });
      await world.pass(30);
      other.isConnected = false;
      await world.pass(30);
      const id = await rentFrom(home);
      await world.pass(60);
      other.push('c1');
      for (let day = 0; day < 2; day++) await world.pass(24 * 3600);
      expect(await world.rental(id)).toMatchObject({ state: 'lost', total: 3000 });

      const [returned] = other.log.splice(0, 1);
      other.isConnected = true;
      await world.listener.onState(other.stationId, { online: true, bootId: other.bootId });
      await world.settle();
      expect(await world.cases()).toEqual([]);
      if (returned) await world.listener.onEvent(other.stationId, returned);
      for (let beat = 0; beat < 4; beat++) await world.pass(30);
      expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 200 });
      expect(await world.cases()).toEqual([]);
    });
  });

  test.each(['', ', and the charger is out again'])(
    'a late report of a return in time corrects the bill, although an inventory first showed the charger after the loss%s',
    async (again) => {
      home = await world.addCabinet(['c1']);
      const other = await world.addCabinet([null]);
      const id = await rentFrom(home);
      await world.pass(3600);
      other.push('c1');
      const late = other.log.splice(0);
      other.isConnected = false;
      for (let day = 0; day < 2; day++) await world.pass(24 * 3600);
      expect((await world.rental(id)).state).toBe('lost');
      // The earlier inventory did not show the charger, because the cabinet could not read the slot.
      await database.db
        .updateTable('stations')
        .set({ inventory_at: world.clock.now() })
        .where('id', '=', other.stationId)
        .execute();
      other.isConnected = true;
      other.report();
      await world.settle();
      expect(await world.cases()).toEqual([`foundAfterLoss:${id}`]);
      // An operator has checked and released the charger, so riders can rent it again.
      await transact(world.deps, (work) => releaseCharger(work, 'c1'));
      await world.pass(30);
      const next = again ? await rentFrom(other) : null;
      for (const event of late) await world.listener.onEvent(other.stationId, event);
      await world.settle();
      expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 200 });
      if (next) expect((await world.rental(next)).state).toBe('charging');
    },
  );

  test('a cabinet clock that is set back during a rental does not make the rental longer', async () => {
    home = await world.addCabinet(['c1', null]);
    const id = await rentFrom(home);
    await world.pass(30);
    home.behaviour.skewSeconds = -45;
    await world.pass(30);
    const pushed = world.clock.now();
    home.push('c1');
    await world.settle();
    const { state, returned_at: returnedAt } = await world.rental(id);
    expect(state).toBe('complete');
    expect(returnedAt?.getTime()).toBeLessThanOrEqual(pushed.getTime());
    for (let minutes = 0; minutes < 12; minutes += 0.5) await world.pass(30);
    const next = await rentFrom(home);
    expect(await world.rental(next)).toMatchObject({ started_at: world.clock.now() });
  });

  test('an outage in which the clock was set back ends with a new measurement of the clock', async () => {
    home = await world.addCabinet(['c1', null]);
    await world.pass(30);
    await waitForLine(home, 600);
    home.behaviour.skewSeconds = -300;
    for (let beats = 0; beats < 5; beats++) await world.pass(30);
    const id = await rentFrom(home);
    expect(await world.rental(id)).toMatchObject({ started_at: world.clock.now() });
    const station = await database.db
      .selectFrom('stations')
      .select(['silent_since', 'clock_offset_ms'])
      .where('id', '=', home.stationId)
      .executeTakeFirstOrThrow();
    expect(station).toEqual({ silent_since: null, clock_offset_ms: 300_000 });
    expect(addMs(home.time(), 300_000)).toEqual(world.clock.now());
  });

  test('a queue of messages on an unstable connection does not make the time of a return later', async () => {
    home = await world.addCabinet(['c1', null]);
    for (let beats = 0; beats < 3; beats++) await world.pass(30);
    const id = await rentFrom(home);
    home.isConnected = false;
    world.clock.advance(100);
    // Send each event 12 seconds late, because the cabinet must first wait until its earlier events
    // are acknowledged.
    const sendLate = async () => {
      world.clock.advance(12);
      await home.sendAll(world.listener);
    };
    for (let connections = 0; connections < 3; connections++) {
      await world.listener.onState(home.stationId, { online: true, bootId: home.bootId });
      home.heartbeat();
      await sendLate();
    }
    const pushed = world.clock.now();
    home.push('c1');
    await sendLate();
    await world.settle();
    const { state, returned_at: returnedAt } = await world.rental(id);
    expect(state).toBe('complete');
    expect(returnedAt?.getTime()).toBeLessThanOrEqual(pushed.getTime());
  });

  test('short outages with growing delays do not make the time of a return later', async () => {
    home = await world.addCabinet(['c1', null]);
    for (let beats = 0; beats < 3; beats++) await world.pass(30);
    const id = await rentFrom(home);
    home.isConnected = false;
    for (let delay = 1.5; delay < 9; delay += 1.5) {
      await world.listener.onState(home.stationId, { online: true, bootId: home.bootId });
      home.heartbeat();
      world.clock.advance(delay);
      await home.sendAll(world.listener);
      world.clock.advance(30 - delay);
    }
    const pushed = world.clock.now();
    home.push('c1');
    world.clock.advance(12);
    await home.sendAll(world.listener);
    await world.settle();
    const { state, returned_at: returnedAt } = await world.rental(id);
    expect(state).toBe('complete');
    expect(returnedAt?.getTime()).toBeLessThanOrEqual(pushed.getTime());
  });

  test('a late report of a return does not end the next rental, which began a second after the return', async () => {
    home = await world.addCabinet(['c1', null]);
    const away = await world.addCabinet([null]);
    for (let beats = 0; beats < 3; beats++) await world.pass(30);
    const first = await rentFrom(home);
    await world.pass(600);
    away.push('c1');
    const late = away.log.splice(0);
    away.report();
    await world.settle();
    expect((await world.rental(first)).state).toBe('complete');
    world.clock.advance(1);
    const second = await rentFrom(away);
    expect((await world.rental(second)).state).toBe('charging');
    for (const event of late) await world.listener.onEvent(away.stationId, event);
    await world.settle();
    expect((await world.rental(second)).state).toBe('charging');
  });

  test('a cabinet without a clock that executes an expired command after an outage starts no rental', async () => {
    world = await RentalWorld.on(database.db, null, { UNCERTAIN_EJECTS_PER_RIDER: '0' });
    home = await world.addCabinet(['c1'], { hasNoClock: true, ignoresExpiry: true });
    await world.pass(30);
    const id = await world.start(await world.addRider(), home);
    // The eject command arrives, and then the cabinet loses its connection.
    await world.deps.outbox.idle();
    home.isConnected = false;
    await world.pass(31);
    await world.pass(600);
    expect(await world.rental(id)).toMatchObject({ state: 'ejectUnknown' });
    // The cabinet has been connected for a minute when it executes the command.
    for (let beats = 0; beats < 3; beats++) {
      world.clock.advance(20);
      home.heartbeat();
      await home.sendAll(world.listener);
    }
    while (home.inbox.length > 0) home.obey();
    await home.sendAll(world.listener);
    expect(await world.rental(id)).toMatchObject({ state: 'failed', started_at: null });
    expect(await world.cases()).toContain(`lateEject:${id}`);
  });
});
