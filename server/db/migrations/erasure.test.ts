import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forBothEngines } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { insertRental } from '../../testing/rentalRows.ts';
import { addStation } from '../../testing/stations.ts';
import { up } from './0036-erasure.ts';

forBothEngines((engine) => {
  let app: TestApp;
  const payments = new FakePayments();
  beforeAll(async () => {
    app = await startTestApp({ engine, payments });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());

  test('the migration deletes the rest of deleted accounts, and does not change other accounts', async () => {
    const { db, clock } = app.deps;
    const station = await addStation(db);
    const [deleted, other] = [await signUp(app), await signUp(app)];
    for (const rider of [deleted, other]) await addRest(rider, station);
    await db
      .updateTable('users')
      .set({ phone: null, deleted_at: clock.now() })
      .where('id', '=', deleted.userId)
      .execute();

    await up(db);
    await up(db);
    await app.deps.outbox.idle();
    expect(await restOf(deleted)).toEqual({ note: '', label: null, customers: 0 });
    expect(await restOf(other)).toEqual({ note: 'My words', label: 'a•••@b.org', customers: 1 });
    expect(payments.deletedCustomers.filter((id) => id === deleted.userId)).toHaveLength(1);
    expect(payments.deletedCustomers).not.toContain(other.userId);
  });

  async function addRest(rider: Rider, station: string): Promise<void> {
    const { db, clock } = app.deps;
    const rental_id = await insertRental(app.deps, rider, station, 'complete');
    await db
      .insertInto('disputes')
      .values({
        id: rental_id,
        rental_id,
        reason: 'wrongAmount',
        note: 'My words',
        state: 'open',
        opened_at: clock.now(),
      })
      .execute();
    await db
      .updateTable('payment_methods')
      .set({ label: 'a•••@b.org' })
      .where('user_id', '=', rider.userId)
      .execute();
    await db
      .insertInto('payment_customers')
      .values({ provider: payments.name, user_id: rider.userId, customer: `cus_${rider.userId}` })
      .execute();
  }

  async function restOf({ userId }: Rider) {
    const { db } = app.deps;
    const { note, label } = await db
      .selectFrom('rentals')
      .innerJoin('disputes', 'disputes.rental_id', 'rentals.id')
      .innerJoin('payment_methods', 'payment_methods.id', 'rentals.payment_method_id')
      .select(['disputes.note', 'payment_methods.label'])
      .where('rentals.user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const customers = await db
      .selectFrom('payment_customers')
      .select('customer')
      .where('user_id', '=', userId)
      .execute();
    return { note, label, customers: customers.length };
  }
});
