import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SignedIn } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import { registerJobs } from '../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { addGuest, textCode } from '../../testing/guests.ts';
import { chooseNotifications } from '../../testing/notificationChoices.ts';
import { leaveCanaries, NamedPayments } from '../../testing/privacy/canaries.ts';
import { forEachEngine } from '../../testing/database.ts';
import { findTexts } from '../../testing/privacy/findTexts.ts';
import { retention, type Retention } from '../../testing/privacy/retention.ts';
import { Renting } from '../../testing/renting.ts';
import { auditLedger } from '../audit/auditLedger.ts';

const rules: [string, Retention][] = Object.entries(retention);
const gone = rules.flatMap(([table, { onDeletion }]) => (onDeletion === 'deleted' ? [table] : []));
/** The tables that `leaveCanaries` does not fill. Other tests check them. */
const notFilled = [
  'claim_photos',
  'favourite_stations',
  'identities',
  'payment_customers',
  'reservations',
  'social_attempts',
  'user_photos',
];
const isFilled = (table: string) => !notFilled.includes(table);

/** The condition that selects the rows about a rider. */
const isAbout = (table: string, userId: string) =>
  table === 'claim_photos'
    ? sql`claim_id in (select id from rental_claims where user_id = ${userId})`
    : sql`user_id = ${userId}`;

forEachEngine((engine) => {
  let app: TestApp;
  let payments: NamedPayments;
  let renting: Renting;
  let rider: Rider;

  beforeAll(async () => {
    payments = new NamedPayments();
    app = await startTestApp({ engine, payments });
    registerJobs(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    payments.lose = () => null;
    renting = await Renting.at(app);
    rider = await signUp(app);
  });

  const remove = () => app.call(paths.me, { method: 'DELETE', session: rider.sessionId });

  test('no column of any table contains personal data of a deleted account @slow', async () => {
    const { stored, secret } = await leaveCanaries(app, renting, rider);
    const { db } = app.deps;
    // The search must find the texts before the deletion, or else the check after the deletion would prove
    // nothing.
    const before = await findTexts(db, Object.values(stored));
    expect(new Set(before.map(({ text }) => text))).toEqual(new Set(Object.values(stored)));
    // Do not search for codes, because other texts may contain the same six digits by chance.
    expect(await findTexts(db, [secret.session])).toEqual([]);

    expect((await remove()).status).toBe(204);
    await renting.settle();
    expect(await findTexts(db, Object.values(stored))).toEqual([]);
  });

  test('after the deletion of an account, no table keeps rows that must be deleted with the account', async () => {
    await leaveCanaries(app, renting, rider);
    expect(new Set(await tablesAbout(rider.userId))).toEqual(new Set(gone.filter(isFilled)));
    await remove();
    await renting.settle();
    expect(await tablesAbout(rider.userId)).toEqual([]);
  });

  test('nothing remains of a guest who became part of the deleted account', async () => {
    const guest = await addGuest(app);
    const { sessionId: session, userId } = guest;
    const note = 'My aunt Wilhelmina saw it at Plover Lane 3';
    const asked = { method: 'POST', session, key: randomUUID(), body: { kind: 'other', note } };
    expect((await app.call(paths.supportReports, asked)).status).toBe(201);
    await chooseNotifications(app, { ...guest, phone: '' }, renting.cabinet.stationId);
    const { db } = app.deps;
    const device = 'the phone of Wilhelmina';
    await db.updateTable('sessions').set({ device }).where('user_id', '=', userId).execute();
    const enter = await textCode(app, rider.phone);
    const signedIn = SignedIn.parse((await enter(session)).body);
    expect(await tablesAbout(userId)).toEqual(
      expect.arrayContaining(['idempotency_keys', 'push_subscriptions']),
    );
    const gone = await app.call(paths.me, { method: 'DELETE', session: signedIn.sessionId });
    expect(gone.status).toBe(204);
    await renting.settle();
    expect(await tablesAbout(userId)).toEqual([]);
    expect(await findTexts(db, [note, device])).toEqual([]);
  });

  test('the bill, the dispute and its decision remain, and the ledger is balanced', async () => {
    const { orderId, card } = await leaveCanaries(app, renting, rider);
    await remove();
    const { db } = app.deps;
    const dispute = await db
      .selectFrom('disputes')
      .select(['reason', 'note', 'state'])
      .where('rental_id', '=', orderId)
      .executeTakeFirst();
    expect(dispute).toEqual({ reason: 'wrongAmount', note: '', state: 'open' });
    const method = await db
      .selectFrom('payment_methods')
      .select(['brand', 'last4', 'expiry_month', 'expiry_year'])
      .where('id', '=', card)
      .executeTakeFirst();
    expect(method).toEqual({ brand: 'visa', last4: '4242', expiry_month: null, expiry_year: null });
    expect(await auditLedger(db)).toEqual([]);
  });

  test('the provider deletes the customer once, whichever answers of the provider are lost', async () => {
    let asked = 0;
    payments.lose = () => (['before', 'after', 'after', null] as const)[asked++ % 4] ?? null;
    await remove();
    for (let i = 0; i < 6; i++) {
      app.deps.clock.advance(61);
      await app.deps.outbox.idle();
    }
    expect(payments.deletedCustomers.filter((customer) => customer === rider.userId)).toHaveLength(
      1,
    );
    expect(payments.effects).toContain(`forgetCustomer:${rider.userId}`);
  });

  /** Returns the tables of `gone` that have rows about a rider. */
  async function tablesAbout(userId: string): Promise<string[]> {
    const found: string[] = [];
    for (const table of gone) {
      const about = isAbout(table, userId);
      const { rows } = await sql`select from ${sql.table(table)} where ${about}`.execute(
        app.deps.db,
      );
      if (rows.length > 0) found.push(table);
    }
    return found;
  }
});
