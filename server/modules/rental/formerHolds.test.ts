import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import type { FakeCardBehaviour } from '../../testing/payments/fakePayments.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import type { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { askPayment, beginCapture, paymentsOf } from '../payments/moves.ts';
import { recordAnswer } from '../payments/recordAnswer.ts';
import { lockRental, type RentalRow } from '../rentalRecords/rentals.ts';
import { doNextStepsById } from './doNextSteps.ts';

const minute = 60;
const hour = 60 * minute;

/** These rentals began with an earlier version of the server, which held the unlock fee and the deposit separately. */
forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let home: FakeCabinet;
  let away: FakeCabinet;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
    home = await world.addCabinet(['c1', null]);
    away = await world.addCabinet([null, null]);
  });
  afterAll(() => database.close());

  /** Inserts a new rental without payments. */
  async function insertRental(habit: FakeCardBehaviour = 'pays'): Promise<string> {
    const id = await world.start(await world.addRider([habit]), home, habit);
    await database.db.deleteFrom('payments').where('rental_id', '=', id).execute();
    await database.db.deleteFrom('outbox').where('key', 'like', 'authorize:%').execute();
    return id;
  }

  const withRental = (id: string, run: (work: UnitOfWork, rental: RentalRow) => Promise<unknown>) =>
    transact(world.deps, async (work) => {
      await run(work, await lockRental(work, id));
    });

  async function insertHold(id: string, purpose: 'unlockFee' | 'deposit'): Promise<void> {
    const amount = purpose === 'unlockFee' ? 100 : 2000;
    const hold = { purpose, amount, attempt: 1, onSession: true };
    await withRental(id, (work, rental) => askPayment(work, rental, hold));
  }

  /** Inserts a hold that the provider has placed, with its database row and its ledger entries. */
  async function insertPlaced(id: string, purpose: 'unlockFee' | 'deposit'): Promise<void> {
    await insertHold(id, purpose);
    await withRental(id, async (work, rental) => {
      const payment = (await paymentsOf(work, id)).find((one) => one.purpose === purpose);
      if (!payment) throw new Error(`no ${purpose}`);
      const answer = await world.payments.authorize({
        key: `authorize:${payment.id}`,
        card: 'pays',
        customer: rental.user_id,
        amount: payment.amount,
        currency: payment.currency,
        description: rental.number,
        capture: false,
        onSession: true,
      });
      if (answer.outcome !== 'authorized') throw new Error(answer.outcome);
      await recordAnswer(work, payment, 'authorized', { authorization: answer.authorization });
    });
  }

  /** Inserts a rental with both holds, whose eject the server has ordered. */
  async function insertEjecting(): Promise<string> {
    const id = await insertRental();
    await insertPlaced(id, 'unlockFee');
    await insertPlaced(id, 'deposit');
    await transact(world.deps, (work) => doNextStepsById(work, id));
    expect((await world.rental(id)).state).toBe('ejecting');
    return id;
  }

  async function insertCharging(): Promise<string> {
    const id = await insertEjecting();
    await world.settle();
    expect(await standings()).toEqual(['100: 100', '2000: 0']);
    return id;
  }

  /** Returns the held amount of each hold at the provider, and its captured amount less refunds. */
  const standings = async () =>
    [...world.payments.authorizations.values()].map(
      ({ amount, captured, refunded }) => `${amount}: ${captured - refunded}`,
    );

  async function bringBack(id: string, seconds: number, cabinet = away): Promise<RentalRow> {
    await world.pass(seconds);
    cabinet.push('c1');
    await world.settle();
    return world.rental(id);
  }

  const isAtRest = async (number: string) => {
    expect(world.payments.heldOf(number)).toBe(0);
    expect(await auditLedger(database.db)).toEqual([]);
  };

  test.each([['requested'], ['placed']])(
    'when the fee is %s, the rental requests the deposit, and captures the fee at the eject',
    async (state) => {
      const id = await insertRental();
      if (state === 'requested') await insertHold(id, 'unlockFee');
      else {
        await insertPlaced(id, 'unlockFee');
        await transact(world.deps, (work) => doNextStepsById(work, id));
      }
      await world.settle();
      expect((await world.rental(id)).state).toBe('charging');
      expect(await standings()).toEqual(['100: 100', '2000: 0']);
      const { number, ...ended } = await bringBack(id, 90 * minute);
      expect(ended).toMatchObject({ state: 'complete', total: 300 });
      expect(await standings()).toEqual(['100: 100', '2000: 200']);
      await isAtRest(number);
    },
  );

  test('a rental requests no third hold when the fee is held and the deposit is requested', async () => {
    const id = await insertRental();
    await insertPlaced(id, 'unlockFee');
    await insertHold(id, 'deposit');
    await world.settle();
    expect((await world.rental(id)).state).toBe('charging');
    expect(await standings()).toEqual(['100: 100', '2000: 0']);
  });

  test('a refused eject voids both holds', async () => {
    home.behaviour.jams = true;
    const id = await insertEjecting();
    await world.settle();
    expect((await world.rental(id)).state).toBe('failed');
    expect(await standings()).toEqual(['100: 0', '2000: 0']);
    await isAtRest((await world.rental(id)).number);
  });

  test('a return within the grace time refunds the fee @slow', async () => {
    const { number, ...ended } = await bringBack(await insertCharging(), 4 * minute, home);
    expect(ended).toMatchObject({ state: 'complete', total: 0 });
    expect(await standings()).toEqual(['100: 0', '2000: 0']);
    await isAtRest(number);
  });

  test('a fee whose capture is in progress is captured only once @slow', async () => {
    const id = await insertEjecting();
    await withRental(id, async (work) => {
      const fee = (await paymentsOf(work, id)).find(({ purpose }) => purpose === 'unlockFee');
      if (fee) await beginCapture(work, fee, 100);
    });
    await world.settle();
    const { number } = await bringBack(id, 90 * minute);
    expect(await standings()).toEqual(['100: 100', '2000: 200']);
    await isAtRest(number);
  });

  test('the deposit is captured after a day, and a later return refunds a part of it @slow', async () => {
    const id = await insertCharging();
    await world.pass(24 * hour);
    expect((await world.rental(id)).state).toBe('overdue');
    expect(await standings()).toEqual(['100: 100', '2000: 2000']);
    const { number, ...ended } = await bringBack(id, 6 * hour);
    expect(ended).toMatchObject({ state: 'complete', total: 1700 });
    expect(await standings()).toEqual(['100: 100', '2000: 1600']);
    await isAtRest(number);
  });

  test('a lost rental charges the rest of the bill @slow', async () => {
    const id = await insertCharging();
    await world.pass(24 * hour);
    await world.pass(24 * hour);
    const { number, ...ended } = await world.rental(id);
    expect(ended).toMatchObject({ state: 'lost', total: 3000 });
    expect(await standings()).toEqual(['100: 100', '2000: 2000', '900: 900']);
    await isAtRest(number);
  });
});
