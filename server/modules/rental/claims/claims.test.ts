import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NewClaim } from '../../../../contract/claims.ts';
import type { OpenDatabase } from '../../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../../testing/database.ts';
import { actOfAda } from '../../../testing/operators/operatorAct.ts';
import { RentalWorld, type TestRider } from '../../../testing/rentalWorld.ts';
import { addMs, transact } from '../../../db/unitOfWork.ts';
import { lockRental } from '../../rentalRecords/rentals.ts';
import { auditLedger } from '../../audit/auditLedger.ts';
import { closeCase } from '../../desk/closeCase.ts';
import { closeCaseOf, openCaseAgain } from '../../support/cases.ts';
import { reportFaulty } from '../faulty/reportFaulty.ts';
import { reportNotEjected } from '../reportNotEjected.ts';
import { claimReturn } from './claimReturn.ts';
import { resumeClock } from './decideClaim.ts';
import { undoRental } from '../evidence.ts';
import { closeReturned } from '../closeRental.ts';

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

  const claim = (id: string, more: Partial<NewClaim> = {}, by = rider) =>
    transact(world.deps, (work) =>
      claimReturn(
        work,
        world.deps.settings,
        by.userId,
        id,
        NewClaim.parse({ kind: 'returned', ...more }),
      ),
    );
  const claims = () => database.db.selectFrom('rental_claims').selectAll().execute();
  const cost = async (id: string) => {
    const rental = await world.rental(id);
    return world.payments.netCapturedOf(rental.number);
  };
  const refusals = () =>
    database.db
      .selectFrom('notifications')
      .select('rental_id')
      .where('kind', '=', 'claimRefused')
      .where('user_id', '=', rider.userId)
      .execute();
  async function rent(charger = 'c1') {
    const home = await world.addCabinet([charger, null]);
    const id = await world.start(rider, home);
    await world.settle();
    return { home, id };
  }

  test('a claim stops the clock: neither the deposit nor the loss is charged, and a person ends the rental', async () => {
    const { home, id } = await rent();
    await world.pass(hour);
    await claim(id, { stationId: home.stationId });
    home.isConnected = false;
    await world.pass(11 * minute);
    const [first] = await claims();
    expect(first).toMatchObject({ state: 'support' });
    expect(await world.cases()).toEqual([`returnedButRunning:${first?.id}`]);
    await world.pass(25 * hour);
    expect(await world.rental(id)).toMatchObject({ state: 'charging' });
    await world.pass(24 * hour);
    expect(await world.rental(id)).toMatchObject({ state: 'charging', total: null });
    expect(await cost(id)).toBe(0);

    const { claimed_at: at } = await world.rental(id);
    expect(at).not.toBeNull();
    await transact(world.deps, async (work) =>
      closeReturned(work, await lockRental(work, id), {
        stationId: home.stationId,
        slot: null,
        at: at ?? work.now,
        chargerState: 'missing',
      }),
    );
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 200 });
    expect(await cost(id)).toBe(200);
    expect(await claims()).toMatchObject([{ state: 'confirmed' }]);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('a claim after the capture of the deposit stops the loss', async () => {
    const { home, id } = await rent();
    await world.pass(25 * hour);
    expect(await world.rental(id)).toMatchObject({ state: 'overdue' });
    home.isConnected = false;
    await claim(id);
    await world.pass(11 * minute);
    await world.pass(48 * hour);
    expect(await world.rental(id)).toMatchObject({ state: 'overdue', total: null });
    expect(await claims()).toMatchObject([{ state: 'support' }]);
    home.isConnected = true;
    home.push('c1');
    await world.settle();
    const { tariff, ...ended } = await world.rental(id);
    expect(ended.state).toBe('complete');
    expect(ended.total).toBeLessThan(tariff.lostTotal);
  });

  test('the inventory confirms a claim whose return the cabinet did not report', async () => {
    const { home, id } = await rent();
    await world.pass(50 * minute);
    home.push('c1');
    home.log = [];
    await world.pass(20 * minute);
    await claim(id);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete' });
    expect(await claims()).toMatchObject([{ state: 'confirmed' }]);
    // The claim is after 70 minutes. Without it, two hours would be billed.
    expect(await cost(id)).toBeLessThanOrEqual(300);
  });

  test('an inventory without the charger refutes the claim, and the time counts again', async () => {
    const { home, id } = await rent();
    await world.pass(hour);
    await claim(id, { stationId: home.stationId });
    await world.settle();
    expect(await claims()).toMatchObject([{ state: 'checking' }]);
    await world.pass(61);
    await world.pass(minute);
    expect(await claims()).toMatchObject([{ state: 'refused' }]);
    expect(await world.rental(id)).toMatchObject({ claimed_at: null, state: 'charging' });
    home.report();
    await world.settle();
    expect(await refusals()).toEqual([{ rental_id: id }]);
    await world.pass(2 * hour);
    home.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 500 });
  });

  test('an inventory that leaves a slot out does not refute the claim', async () => {
    const { home, id } = await rent();
    await world.pass(hour);
    await claim(id, { stationId: home.stationId });
    await world.settle();
    world.gateway.copies = () => 0;
    await world.pass(61);
    home.report(2);
    await world.settle();
    expect(await claims()).toMatchObject([{ state: 'checking' }]);
    home.report();
    await world.settle();
    expect(await claims()).toMatchObject([{ state: 'refused' }]);
  });

  test('a rider still has time for the return if a person refuses a false claim long after the usual time of the loss', async () => {
    const { home, id } = await rent();
    await world.pass(hour);
    home.isConnected = false;
    await claim(id);
    await world.pass(60 * hour);
    await transact(world.deps, async (work) => resumeClock(work, await lockRental(work, id)));
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'charging', total: null });
    expect(await refusals()).toEqual([{ rental_id: id }]);
    home.isConnected = true;
    home.push('c1');
    await world.settle();
    const rental = await world.rental(id);
    expect(rental.state).toBe('complete');
    expect(rental.lines.map(({ kind }) => kind)).toEqual(['unlockFee', 'usage']);
    expect(rental.total).toBeLessThanOrEqual(rental.tariff.lostTotal + rental.tariff.cap);
  });

  test('a claim that was made offline keeps its time', async () => {
    const { id } = await rent();
    await world.pass(3 * hour);
    const at = addMs(world.clock.now(), -2 * hour * 1000);
    await claim(id, { at: at.toISOString() });
    expect((await world.rental(id)).claimed_at).toEqual(at);
  });

  test('a second claim changes nothing, and neither does a claim of another rider, for another charger, or after the return', async () => {
    const { home, id } = await rent();
    await world.pass(hour);
    const other = await world.addRider();
    await expect(claim(id, {}, other)).rejects.toMatchObject({ code: 'orderNotFound' });
    await expect(claim(id, { charger: 'c9' })).rejects.toMatchObject({ code: 'invalidInput' });
    await claim(id, { charger: 'c1' });
    await claim(id, { kind: 'cannotReturn' });
    expect(await claims()).toHaveLength(1);
    home.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 200 });
    await claim(id);
    expect(await claims()).toHaveLength(1);
  });

  test('a return long after a false claim is billed until the time of the return', async () => {
    const { home, id } = await rent();
    await world.pass(hour);
    home.isConnected = false;
    await claim(id);
    await world.pass(4 * hour);
    home.isConnected = true;
    await world.pass(1);
    home.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 700 });
    expect(await claims()).toMatchObject([{ state: 'refused' }]);
  });

  test('a charger that no slot takes costs nothing after the claim, however late a station takes it', async () => {
    const { home, id } = await rent();
    await world.pass(hour);
    home.isConnected = false;
    await claim(id, { kind: 'cannotReturn' });
    await world.pass(50 * hour);
    home.isConnected = true;
    await world.pass(1);
    home.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 200 });
    expect(await cost(id)).toBe(200);
    expect(await claims()).toMatchObject([{ kind: 'cannotReturn', state: 'confirmed' }]);
    expect(await auditLedger(database.db)).toEqual([]);
  });

  const deny = (id: string, by = rider) =>
    transact(world.deps, (work) => reportNotEjected(work, world.deps.settings, by.userId, id));
  const held = async (id: string) => world.payments.heldOf((await world.rental(id)).number);

  test('if the cabinet stays silent, a report after two minutes ends the rental and releases the hold', async () => {
    const home = await world.addCabinet(['c1']);
    const id = await world.start(rider, home);
    await world.deps.outbox.idle();
    home.isConnected = false;
    await world.pass(60);
    await deny(id);
    expect(await world.rental(id)).toMatchObject({ state: 'ejectUnknown' });
    await world.pass(61);
    await deny(id);
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'review', total: null });
    expect(await held(id)).toBe(0);
    expect(await cost(id)).toBe(0);
    const other = await world.addCabinet(['c2']);
    const next = await world.start(rider, other);
    await world.settle();
    expect(await world.rental(next)).toMatchObject({ state: 'charging' });
  });

  test('the two minutes begin with the eject command, not with the start of the rental', async () => {
    const { home, id } = await rent();
    const other = await world.addCabinet(['c2']);
    await world.pass(10 * minute);
    await transact(world.deps, (work) =>
      reportFaulty(work, rider.userId, id, { stationId: other.stationId }),
    );
    await world.deps.outbox.idle();
    other.isConnected = false;
    await world.pass(60);
    await deny(id);
    expect(await world.rental(id)).toMatchObject({ state: 'ejectUnknown', charger: 'c2' });
    await world.pass(60);
    await deny(id);
    expect(await world.rental(id)).toMatchObject({ state: 'charging', charger: 'c1' });
    home.push('c1');
    await world.settle();
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 0 });
  });

  test('a rider who denies a reported eject pays nothing if the cabinet stays silent, and a later return is added to the case', async () => {
    const { home, id } = await rent();
    await deny(id);
    home.isConnected = false;
    await world.pass(121);
    expect(await world.rental(id)).toMatchObject({ state: 'review', total: null });
    expect(await held(id)).toBe(0);
    await world.pass(5 * hour);
    home.isConnected = true;
    home.push('c1');
    await world.settle();
    expect(await cost(id)).toBe(0);
    const found = await database.db
      .selectFrom('support_cases')
      .select('details')
      .where('key', '=', `notEjected:${id}`)
      .executeTakeFirstOrThrow();
    expect(found.details).toMatchObject({ returnStation: home.stationId });
    expect(await auditLedger(database.db)).toEqual([]);
  });

  test('a denied eject that ends the rental has an open case, even if a former case is closed', async () => {
    const { home, id } = await rent();
    await deny(id);
    await world.pass(10);
    await transact(world.deps, (work) =>
      closeCaseOf(work, { kind: 'notEjected', key: id }, { kind: 'none' }, 'ada'),
    );
    await deny(id);
    home.isConnected = false;
    await world.pass(121);
    expect(await world.rental(id)).toMatchObject({ state: 'review' });
    const openCases = () =>
      database.db
        .selectFrom('support_cases')
        .select(['kind', 'details'])
        .where('state', '=', 'open')
        .where('rental_id', '=', id)
        .execute();
    expect(await openCases()).toMatchObject([
      { kind: 'notEjected', details: { reason: 'the cabinet did not answer' } },
    ]);
    await world.pass(hour);
    home.isConnected = true;
    home.push('c1');
    await world.settle();
    expect(await openCases()).toMatchObject([{ details: { returnStation: home.stationId } }]);
  });

  test('the operator sets after how many seconds a claim reaches support', async () => {
    world = await RentalWorld.on(database.db, null, { CLAIM_CHECK_SECONDS: '20' });
    rider = await world.addRider();
    const { home, id } = await rent();
    home.isConnected = false;
    await claim(id);
    await world.pass(19);
    expect(await claims()).toMatchObject([{ state: 'checking' }]);
    await world.pass(1);
    expect(await claims()).toMatchObject([{ state: 'support', checked_until: world.clock.now() }]);
  });

  test.each([
    ['the cabinet does not hold it', 0],
    ['reported late', 16 * minute],
  ])('a second denial after a closed case opens a new case: %s', async (reason, wait) => {
    const { id } = await rent();
    await world.pass(wait);
    const notEjected = () =>
      database.db
        .selectFrom('support_cases')
        .select(['number', 'state', 'details'])
        .where('kind', '=', 'notEjected')
        .where('rental_id', '=', id)
        .orderBy('created_at')
        .execute();
    const denyOnce = async () => {
      await deny(id);
      await world.pass(10);
    };
    await denyOnce();
    await denyOnce();
    expect(await notEjected()).toMatchObject([{ state: 'open', details: { reason } }]);
    const [first] = await notEjected();
    await transact(world.deps, (work) =>
      closeCase(work, first?.number ?? '', { outcome: { kind: 'none' } }, actOfAda(), null),
    );
    await denyOnce();
    await denyOnce();
    expect(await notEjected()).toMatchObject([
      { number: first?.number, state: 'closed' },
      { state: 'open', details: { reason } },
    ]);
  });

  test('a case that was opened again is closed by its key', async () => {
    const { id } = await rent();
    const support = { kind: 'notEjected', key: id, rentalId: id } as const;
    const close = () =>
      transact(world.deps, (work) => closeCaseOf(work, support, { kind: 'none' }, 'ada'));
    for (let count = 0; count < 2; count++) {
      await transact(world.deps, (work) => openCaseAgain(work, support));
      await close();
    }
    const cases = await database.db
      .selectFrom('support_cases')
      .select(['key', 'state'])
      .where('rental_id', '=', id)
      .orderBy('key')
      .execute();
    expect(cases).toEqual([
      { key: `notEjected:${id}`, state: 'closed' },
      { key: `notEjected:${id}:again:1`, state: 'closed' },
    ]);
  });

  test('a denied eject that stops the clock has an open case, even if a former case is closed', async () => {
    world = await RentalWorld.on(database.db, null, { UNCERTAIN_EJECTS_PER_RIDER: '1' });
    rider = await world.addRider();
    const former = await rent();
    await deny(former.id);
    former.home.isConnected = false;
    await world.pass(121);
    const { home, id } = await rent('c2');
    await deny(id);
    await world.pass(10);
    await transact(world.deps, (work) =>
      closeCaseOf(work, { kind: 'notEjected', key: id }, { kind: 'none' }, 'ada'),
    );
    await world.pass(10);
    await deny(id);
    home.isConnected = false;
    await world.pass(121);
    const rental = await world.rental(id);
    expect(rental).toMatchObject({ state: 'charging', claimed_at: rental.started_at });
    const [claimed] = await claims();
    const open = await database.db
      .selectFrom('support_cases')
      .select(['key', 'number'])
      .where('state', '=', 'open')
      .where('rental_id', '=', id)
      .execute();
    expect(open).toEqual([{ key: `notEjected:${claimed?.id}`, number: claimed?.number }]);
    await world.pass(5 * hour);
    home.isConnected = true;
    home.push('c2');
    await world.settle();
    // The claim stopped the clock at the start, so the rental ends as if the charger was returned at once.
    expect(await world.rental(id)).toMatchObject({ state: 'complete', total: 0 });
    expect(await claims()).toMatchObject([{ kind: 'notOut', state: 'confirmed' }]);
  });

  test('a claim replaces a report that nothing came out, and a report during a claim changes nothing', async () => {
    const { home, id } = await rent();
    home.isConnected = false;
    await deny(id);
    await claim(id, { kind: 'cannotReturn' });
    expect(await world.rental(id)).toMatchObject({ not_ejected_at: null });
    await deny(id);
    expect(await world.rental(id)).toMatchObject({ not_ejected_at: null });
    await world.pass(11 * minute);
    await transact(world.deps, async (work) => resumeClock(work, await lockRental(work, id)));
    await world.pass(30 * hour);
    expect((await world.rental(id)).state).toBe('overdue');
  });

  test('a refused claim ends a report that nothing came out', async () => {
    const { home, id } = await rent();
    home.isConnected = false;
    await claim(id);
    await database.db
      .updateTable('rentals')
      .set({ not_ejected_at: world.clock.now() })
      .where('id', '=', id)
      .execute();
    await transact(world.deps, async (work) => resumeClock(work, await lockRental(work, id)));
    expect(await world.rental(id)).toMatchObject({ claimed_at: null, not_ejected_at: null });
  });

  test('a rental whose charger never left the cabinet leaves no open claim', async () => {
    const { home, id } = await rent();
    home.isConnected = false;
    await claim(id);
    await transact(world.deps, async (work) => undoRental(work, await lockRental(work, id)));
    expect(await world.rental(id)).toMatchObject({ state: 'failed', claimed_at: null });
    expect(await claims()).toMatchObject([{ state: 'confirmed' }]);
  });
});
