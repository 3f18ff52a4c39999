import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../../testing/database.ts';
import { RentalWorld, type TestRider } from '../../../testing/rentalWorld.ts';
import { transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { auditLedger } from '../../audit/auditLedger.ts';
import { releaseCharger } from '../../cabinets/heldChargers.ts';
import { reportNotEjected } from '../reportNotEjected.ts';
import { reportFaulty } from './reportFaulty.ts';

const minute = 60;
const hour = 60 * minute;

forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let rider: TestRider;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
    rider = await world.addRider();
  });
  afterAll(() => database.close());

  const report = (id: string, more: { stationId?: string; charger?: string } = {}, by = rider) =>
    transact(world.deps, (work) => reportFaulty(work, by.userId, id, more));
  const deny = (work: UnitOfWork, id: string) =>
    reportNotEjected(work, world.deps.settings, rider.userId, id);
  const charger = (serial: string) =>
    database.db
      .selectFrom('chargers')
      .selectAll()
      .where('serial', '=', serial)
      .executeTakeFirstOrThrow();

  test('the cabinet ejects another charger for the same rental, and the rental becomes free @slow', async () => {
    const home = await world.addCabinet(['c1', 'c2', null]);
    const id = await world.start(rider, home);
    await world.settle();
    const { charger: first } = await world.rental(id);
    await world.pass(5 * minute);
    await report(id, { charger: first });
    await report(id);
    await world.settle();
    const swapped = await world.rental(id);
    expect(swapped.state).toBe('charging');
    expect(swapped.charger).not.toBe(first);
    home.push(first);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'charging' });
    await world.pass(3 * hour);
    home.push(swapped.charger);
    await world.settle();
    const ended = await world.rental(id);
    expect(ended).toMatchObject({ state: 'complete', total: 0 });
    expect(world.payments.netCapturedOf(ended.number)).toBe(0);
    expect(world.payments.heldOf(ended.number)).toBe(0);
    expect(world.gateway.sent.filter(({ command }) => command.type === 'eject')).toHaveLength(2);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('if the second charger stays inside, the rental continues with the first charger, and is free', async () => {
    const home = await world.addCabinet(['c1', 'c2']);
    const id = await world.start(rider, home);
    await world.settle();
    const { charger: first, started_at: startedAt } = await world.rental(id);
    await world.pass(minute);
    home.behaviour.jams = true;
    await report(id);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({
      state: 'charging',
      charger: first,
      started_at: startedAt,
    });
    expect(await charger(first)).toMatchObject({ state: 'rented' });
    home.behaviour.jams = false;
    home.push(first);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 0 });
  });

  test('a silent cabinet ends the swap, even if the first charger came back in the meantime', async () => {
    const home = await world.addCabinet(['c1']);
    const other = await world.addCabinet(['c2', null]);
    const id = await world.start(rider, home);
    await world.settle();
    await world.pass(minute);
    await report(id, { stationId: other.stationId });
    await world.deps.outbox.idle();
    other.isConnected = false;
    await world.pass(minute);
    home.push('c1');
    await world.pass(11 * minute);
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 0, charger: 'c1' });
    expect(await charger('c2')).toMatchObject({ state: 'quarantined' });
  });

  test.each(['silence', 'jam', 'inventory'] as const)(
    'a failed swap (%s) ends the rental for free, if another rider has rented the first charger @slow',
    async (reason) => {
      const home = await world.addCabinet(['c1']);
      const other = await world.addCabinet(['c2', null]);
      const id = await world.start(rider, home);
      await world.settle();
      await world.pass(minute);
      await report(id, { stationId: other.stationId });
      await world.deps.outbox.idle();
      other.isConnected = false;
      home.push('c1');
      await world.settle();
      const second = await world.addRider();
      const next = await world.start(second, home);
      await world.settle();
      expect(await world.rental(next)).toMatchObject({ state: 'charging', charger: 'c1' });
      if (reason === 'jam') other.behaviour.jams = true;
      else other.inbox.length = 0;
      if (reason === 'inventory') {
        await world.pass(40);
        other.isConnected = true;
        other.report();
        await world.pass(10);
        other.report();
        await world.settle();
      } else if (reason === 'jam') {
        other.isConnected = true;
        await world.settle();
      }
      await world.pass(12 * minute);
      const ended = await world.rental(id);
      expect(ended).toMatchObject({ state: 'complete', total: 0, charger: 'c1' });
      expect(world.payments.netCapturedOf(ended.number)).toBe(0);
      expect(world.payments.heldOf(ended.number)).toBe(0);
      expect(await charger('c1')).toMatchObject({ state: 'rented' });
      expect(await charger('c2')).toMatchObject({
        state: reason === 'silence' ? 'quarantined' : 'docked',
      });
      await world.pass(hour);
      home.push('c1');
      await world.settle();
      expect(await world.rental(next)).toMatchObject({ state: 'complete', charger: 'c1' });
      expect(await charger('c1')).toMatchObject({ state: 'docked' });
      expect(await auditLedger(database.db)).toEqual([]);
    },
  );

  test.each(['inventory', 'silence', 'return', 'loss'] as const)(
    'the first charger gets a case if the rental ends with the second one (%s) @slow',
    async (end) => {
      const home = await world.addCabinet(['c1']);
      const other = await world.addCabinet(['c2', null]);
      const id = await world.start(rider, home);
      await world.settle();
      await world.pass(minute);
      await report(id, { stationId: other.stationId });
      await world.settle();
      expect(await world.rental(id)).toMatchObject({ state: 'charging', charger: 'c2' });
      if (end === 'return') other.push('c2');
      else if (end === 'loss') await world.pass(72 * hour);
      else await transact(world.deps, (work) => deny(work, id));
      if (end === 'inventory') other.slots.set(1, 'c2');
      if (end === 'silence') other.isConnected = false;
      await world.pass(10);
      await world.pass(3 * minute);
      const states = { inventory: 'failed', silence: 'review', return: 'complete', loss: 'lost' };
      expect(await world.rental(id)).toMatchObject({ state: states[end] });
      const found = await database.db
        .selectFrom('support_cases')
        .select('details')
        .where('key', '=', `reportedCharger:${id}:out`)
        .execute();
      expect(found).toEqual([{ details: { charger: 'c1', isOut: true } }]);
    },
  );

  test('a first charger that another rider has rented gets no case', async () => {
    const home = await world.addCabinet(['c1']);
    const other = await world.addCabinet(['c2', null]);
    const id = await world.start(rider, home);
    await world.settle();
    await report(id, { stationId: other.stationId });
    await world.settle();
    home.push('c1');
    await world.settle();
    const second = await world.addRider();
    const next = await world.start(second, home);
    await world.settle();
    expect(await world.rental(next)).toMatchObject({ state: 'charging', charger: 'c1' });
    other.push('c2');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete' });
    expect(await world.cases()).not.toContain(`reportedCharger:${id}:out`);
  });

  test('two reports hold a charger back, until an operator releases it', async () => {
    const home = await world.addCabinet(['c1']);
    for (const each of [rider, await world.addRider()]) {
      const id = await world.start(each, home);
      await world.settle();
      await world.pass(minute);
      await report(id, {}, each);
      home.push('c1');
      await world.settle();
      expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 0 });
      await world.pass(minute);
    }
    const third = await world.addRider();
    await expect(world.start(third, home)).rejects.toMatchObject({ code: 'noChargers' });
    home.report();
    await world.settle();
    await expect(world.start(third, home)).rejects.toMatchObject({ code: 'noChargers' });
    await transact(world.deps, (work) => releaseCharger(work, 'c1'));
    const id = await world.start(third, home);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'charging' });
  });

  test('a quarantined charger in a locked slot is docked after its release', async () => {
    const home = await world.addCabinet(['c1']);
    await world.settle();
    const { db } = database;
    await db
      .updateTable('chargers')
      .set({ state: 'quarantined', held_back_at: world.deps.clock.now() })
      .where('serial', '=', 'c1')
      .execute();
    await db
      .updateTable('slots')
      .set({ state: 'disabled', status: 'disabled' })
      .where('station_id', '=', home.stationId)
      .execute();
    await transact(world.deps, (work) => releaseCharger(work, 'c1'));
    expect(await charger('c1')).toMatchObject({ state: 'docked', held_back_at: null });
  });

  test('if a charger is already held back, the case of the first report about it shows this', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(rider, home);
    await world.settle();
    await database.db
      .updateTable('chargers')
      .set({ held_back_at: world.deps.clock.now() })
      .where('serial', '=', 'c1')
      .execute();
    await report(id);
    const found = await database.db
      .selectFrom('support_cases')
      .select('details')
      .where('key', '=', `reportedCharger:${id}`)
      .execute();
    expect(found).toEqual([{ details: { charger: 'c1', isHeldBack: true } }]);
  });

  test('a report is refused after 15 minutes, after the return, from another rider, or about another charger', async () => {
    const home = await world.addCabinet(['c1', 'c2']);
    const id = await world.start(rider, home);
    await world.settle();
    const other = await world.addRider();
    await expect(report(id, {}, other)).rejects.toMatchObject({ code: 'orderNotFound' });
    await expect(report(id, { charger: 'c9' })).rejects.toMatchObject({ code: 'invalidInput' });
    await world.pass(16 * minute);
    await expect(report(id)).rejects.toMatchObject({ code: 'notClaimable' });
    home.push((await world.rental(id)).charger);
    await world.settle();
    await expect(report(id)).rejects.toMatchObject({ code: 'notClaimable' });
    expect(await world.rental(id)).toMatchObject({ is_free: false });
  });

  test('a free rental whose charger is never returned is still billed as lost', async () => {
    const home = await world.addCabinet(['c1', 'c2']);
    const id = await world.start(rider, home);
    await world.settle();
    await report(id);
    await world.settle();
    await world.pass(25 * hour);
    await world.pass(30 * hour);
    const { tariff, total } = await world.rental(id);
    expect(total).toBe(tariff.lostTotal);
  });
});
