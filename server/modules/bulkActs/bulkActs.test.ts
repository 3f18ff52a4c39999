import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BulkAct, BulkActBegun, BulkActList } from '../../../contract/operators/bulkActs.ts';
import { CommandsSent } from '../../../contract/operators/cabinetCommands.ts';
import { ClosedList } from '../../../contract/operators/venueShares.ts';
import { MovableClock } from '../../time/clock.ts';
import { registerOrderJobs } from '../../composition.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../testing/operators/operators.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { startOfDay } from '../../time/timeZones.ts';
import { transact } from '../../db/unitOfWork.ts';
import type { Act } from '../operators/guard.ts';
import { OpsError } from '../operators/opsError.ts';
import { closingOfMonths } from '../venueShares/statements.ts';
import { beginBulkAct, registerBulkActs, type BulkKinds } from './bulkActs.ts';

const why = 'the end of the month';

/*
 * A crashed server leaves only its commits in the database. To simulate a crash, each test closes a server that has
 * unfinished jobs, and starts another server on the same database.
 */
forEachEngine((engine) => {
  let database: OpenDatabase;
  let clock: MovableClock;
  let app: TestApp;
  let operators: Operators;
  /** More kinds of bulk acts, which a test adds. */
  let kinds: BulkKinds = {};

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    clock = new MovableClock();
    app = await startServer();
    await operators.call('regions', { id: 'north', name: 'The north', why });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });

  async function startServer(): Promise<TestApp> {
    const env = { OPERATOR_KEY: serverKey };
    const server = await startTestApp({
      db: database.db,
      clock,
      payments: new FakePayments(),
      env,
    });
    registerOrderJobs(server.deps);
    registerBulkActs(server.deps, { ...closingOfMonths('UTC'), ...kinds });
    operators = new Operators(server);
    return server;
  }

  /** Starts the next server, which takes over the jobs of the closed server when their leases end. */
  async function restart(): Promise<void> {
    await app.close();
    app = await startServer();
    clock.advance(5);
  }

  /** Every transaction that records an act on this subject fails until the returned function is called. */
  async function dieAt(subject: string): Promise<() => Promise<void>> {
    await sql
      .raw(
        `create function die() returns trigger language plpgsql as $$ begin
          if new.subject like '${subject}' then raise exception 'the server died'; end if;
          return new; end $$`,
      )
      .execute(database.db);
    await sql`create trigger die before insert on operator_actions
      for each row execute function die()`.execute(database.db);
    return async () => void (await sql`drop function die cascade`.execute(database.db));
  }

  const progress = async (id: string) =>
    BulkAct.parse((await operators.call(`bulk-acts/${id}`)).body);
  const actsOn = async (subject: string, action: string) =>
    (await operators.actions(subject)).filter((one) => one.action === action);

  test('if the server dies while it closes the month of all venues, the month of each venue is closed once', async () => {
    const venues = ['venue-1', 'venue-2', 'venue-3', 'venue-4', 'venue-5'];
    const month = clock.now().toISOString().slice(0, 7);
    for (const id of venues) {
      const station = await Renting.at(app);
      await operators.call('venues', { id, name: id, ownerName: 'Owner', region: 'north', why });
      await operators.call(`venues/${id}/stations`, {
        stations: [station.cabinet.stationId],
        why,
      });
      await operators.call(`venues/${id}/terms`, { share: 1000, why });
      // The fourth venue has nothing to close.
      if (id === 'venue-4') continue;
      const rider = await signUp(app);
      await station.rent(rider, await station.addCard(rider), 60);
    }
    const key = randomUUID();
    const body = { month, why };
    const close = () => operators.call('venue-statements/close', body, serverKey, key);
    expect(refusalOf(await close()).code).toBe('monthOpen');
    const [year = 0, number = 0] = month.split('-').map(Number);
    const next = startOfDay(year, number + 1, 1, 'UTC').getTime() + 12 * 3_600_000;
    clock.advance((next - clock.now().getTime()) / 1000);

    const begun = await close();
    expect(begun.status).toBe(202);
    const { act } = BulkActBegun.parse(begun.body);
    expect(act).toMatchObject({ subject: month, who: 'root', items: 5, done: 0, endedAt: null });
    const revive = await dieAt('venue-3');
    await app.deps.outbox.idle();
    expect(await progress(act.id)).toMatchObject({ items: 5, done: 2, endedAt: null });
    await revive();
    await restart();
    await app.deps.outbox.idle();

    const ended = await progress(act.id);
    expect(ended).toMatchObject({ done: 5, failures: [], endedAt: expect.any(String) });
    expect((await close()).body).toEqual({
      act: ended,
      hasMailServer: true,
      repeated: true,
    });
    const list = await operators.call(`venue-statements?month=${month}`);
    const { statements } = ClosedList.parse(list.body);
    expect(statements.map(({ venue }) => venue).toSorted()).toEqual(
      venues.filter((id) => id !== 'venue-4'),
    );
    for (const id of venues) {
      expect(await actsOn(id, 'venue.closeMonth')).toHaveLength(id === 'venue-4' ? 0 : 1);
    }
    expect(BulkActList.parse((await operators.call('bulk-acts')).body).acts).toEqual([ended]);
    expect(refusalOf(await operators.call(`bulk-acts/${randomUUID()}`)).code).toBe(
      'bulkActNotFound',
    );
  });

  test('a refused item is listed, and the act goes on with the next one', async () => {
    const done: string[] = [];
    kinds = {
      async tryItems(_work, item, { details }) {
        expect(details).toEqual({ colour: 'red' });
        if (item === 'b') throw new OpsError('stationNotFound', 'There is no station b.');
        done.push(item);
      },
    };
    await restart();
    const items = ['a', 'b', ...Array.from({ length: 45 }, (_, index) => `c${index}`)];
    const by: Act = { who: 'Ada', why, key: randomUUID(), roles: [], origin: null };
    const asked = { action: 'tryItems', subject: 'items', details: { colour: 'red' } };
    const begin = (of: string[]) =>
      transact(app.deps, (work) => beginBulkAct(work, asked, by, async () => of));
    const { act } = await begin(items);
    for (let round = 0; round < 4; round++) await app.deps.outbox.idle();
    expect(done).toEqual(items.filter((item) => item !== 'b'));
    expect(await progress(act.id)).toMatchObject({
      done: items.length,
      failures: [{ item: 'b', code: 'stationNotFound', detail: 'There is no station b.' }],
      endedAt: expect.any(String),
    });
    const empty = await transact(app.deps, (work) =>
      beginBulkAct(work, asked, { ...by, key: randomUUID() }, async () => []),
    );
    expect(empty.act).toMatchObject({ items: 0, endedAt: expect.any(String) });
  });

  test('an item that always fails is listed after ten tries, and the act goes on with the next one', async () => {
    const done: string[] = [];
    const tries = new Map<string, number>();
    kinds = {
      async tryItems(_work, item) {
        const count = (tries.get(item) ?? 0) + 1;
        tries.set(item, count);
        // Item b always fails, and item c fails twice.
        if (item === 'b' || (item === 'c' && count < 3)) throw new Error('a fault');
        done.push(item);
      },
    };
    await restart();
    const by: Act = { who: 'Ada', why, key: randomUUID(), roles: [], origin: null };
    const asked = { action: 'tryItems', subject: 'items', details: {} };
    const { act } = await transact(app.deps, (work) =>
      beginBulkAct(work, asked, by, async () => ['a', 'b', 'c', 'd']),
    );
    for (let round = 0; round < 20; round++) {
      await app.deps.outbox.idle();
      clock.advance(61);
    }
    expect(done).toEqual(['a', 'c', 'd']);
    expect(tries.get('b')).toBeGreaterThanOrEqual(10);
    expect(await progress(act.id)).toMatchObject({
      done: 4,
      failures: [{ item: 'b', code: 'internal', detail: expect.any(String) }],
      endedAt: expect.any(String),
    });
  });

  test('if a server does not know an act, the act waits for another server, and its items keep all their tries', async () => {
    kinds = {};
    await restart();
    const by: Act = { who: 'Ada', why, key: randomUUID(), roles: [], origin: null };
    const asked = { action: 'tryItems', subject: 'items', details: {} };
    const { act } = await transact(app.deps, (work) =>
      beginBulkAct(work, asked, by, async () => ['a', 'b']),
    );
    const pass = async () => {
      for (let round = 0; round < 12; round++) {
        await app.deps.outbox.idle();
        clock.advance(61);
      }
    };
    await pass();
    let isFirst = true;
    kinds = {
      async tryItems() {
        if (!isFirst) return;
        isFirst = false;
        throw new Error('a fault');
      },
    };
    await restart();
    await pass();
    expect(await progress(act.id)).toMatchObject({ done: 2, failures: [] });
  });

  /*
   * These acts change many rows in one transaction. For each act, `wholeActs` has the call, the subject of its entry in
   * the record of operators, and a function that reads the changed rows.
   */
  const chargers = async () =>
    database.db
      .selectFrom('chargers')
      .select(['serial', 'status'])
      .where('serial', 'like', 'BULK-%')
      .orderBy('serial')
      .execute();
  const wholeActs: Record<
    string,
    () => Promise<{ path: string; body: object; subject: string; read: () => Promise<unknown[]> }>
  > = {
    async 'a registration of a range'() {
      const body = { from: 'BULK-001', to: 'BULK-040', batch: 'first' };
      return { path: 'chargers', body, subject: 'BULK-001%', read: chargers };
    },
    async 'a recall of a batch'() {
      await operators.call('chargers', { from: 'BULK-101', to: 'BULK-140', batch: 'bad', why });
      const read = async () => (await chargers()).filter(({ status }) => status === 'recalled');
      return { path: 'recalls', body: { batch: 'bad' }, subject: 'recall %', read };
    },
    async 'an import'() {
      const entries = Array.from({ length: 40 }, (_, index) => ({
        unit: 'line',
        at: index + 2,
        draft: { id: null, name: `Bulk ${index}`, lat: 41.8, lng: -87.6, hours: hours() },
      }));
      const read = () =>
        database.db.selectFrom('stations').select('id').where('name', 'like', 'Bulk %').execute();
      const body = { entries, timeZone: 'America/Chicago' };
      return { path: 'stations/import', body, subject: '40 stations', read };
    },
    async 'an eject of all chargers'() {
      const { cabinet } = await Renting.at(app);
      const read = () =>
        database.db
          .selectFrom('cabinet_commands')
          .select('charger')
          .where('station_id', '=', cabinet.stationId)
          .execute();
      const path = `stations/${cabinet.stationId}/commands`;
      return { path, body: { type: 'ejectAll' }, subject: cabinet.stationId, read };
    },
  };
  const hours = () => Array.from({ length: 7 }, () => '00:00-24:00');
  const expected: Record<string, number> = { 'an eject of all chargers': 3 };

  test.each(Object.keys(wholeActs))(
    '%s changes nothing if the server dies, and the repeated call changes everything once',
    async (name) => {
      const prepared = await wholeActs[name]?.();
      if (!prepared) throw new Error(name);
      const { path, subject, read } = prepared;
      const key = randomUUID();
      const send = () => operators.call(path, { ...prepared.body, why }, serverKey, key);
      const before = await read();
      const revive = await dieAt(subject);
      expect((await send()).status).toBe(500);
      await revive();
      await restart();
      expect(await read()).toEqual(before);

      expect((await send()).status).toBeLessThan(300);
      const after = await read();
      expect(after).toHaveLength(before.length + (expected[name] ?? 40));
      await restart();
      expect((await send()).body).toMatchObject({ repeated: true });
      expect(await read()).toEqual(after);
    },
  );

  test('a restart after an eject of all chargers sends each command once', async () => {
    const { cabinet } = await Renting.at(app);
    const asked = await operators.call(`stations/${cabinet.stationId}/commands`, {
      type: 'ejectAll',
      why,
    });
    const { commands } = CommandsSent.parse(asked.body);
    expect(app.gateway.commands).toEqual([]);
    await restart();
    await app.deps.outbox.idle();
    await restart();
    await app.deps.outbox.idle();
    expect(app.gateway.commands).toEqual([]);
    const rows = await database.db
      .selectFrom('outbox')
      .select(['key', 'attempts'])
      .where('kind', '=', 'cabinet.operatorCommand')
      .where(
        'key',
        'in',
        commands.map(({ id }) => `send:${id}`),
      )
      .where('done_at', 'is not', null)
      .execute();
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
  });
});
