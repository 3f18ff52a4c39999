import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, type Db } from '../db/database.ts';
import { undoMs } from '../modules/accountChanges/recordChange.ts';
import { openSession } from '../modules/auth/session.ts';
import { registerUser } from '../modules/auth/users.ts';
import { addMs } from '../db/unitOfWork.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../testing/app.ts';
import { addOffer } from '../testing/campaigns.ts';
import { addCoupon } from '../testing/coupons.ts';
import { forBothEngines } from '../testing/database.ts';
import {
  periodMs,
  retention,
  retentionRows,
  withoutPersonalData,
  type Retention,
} from '../testing/privacy/retention.ts';
import { insertRental } from '../testing/rentalRows.ts';
import { addStation } from '../testing/stations.ts';
import { cleanUp } from './housekeeping.ts';

type RetainedTable = keyof typeof retention;

const rules: [string, Retention][] = Object.entries(retention);
const minuteMs = 60_000;

test('docs/privacy.md contains the list of the tables', async () => {
  const page = await readFile(new URL('../../docs/privacy.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '));
  for (const row of retentionRows()) expect(rows).toContain(row);
  const listed = rows.filter((row) => /^\| `\w+` \|/.test(row));
  expect(listed).toHaveLength(retentionRows().length);
});

forBothEngines((engine) => {
  let app: TestApp;
  let db: Db;
  let rider: Rider;
  let station: string;

  beforeAll(async () => {
    app = await startTestApp({ engine });
    ({ db } = app.deps);
    rider = await signUp(app);
    station = await addStation(db);
  });
  afterAll(() => app.close());

  test('every table of the schema is in the retention list or in the list of tables without personal data', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db);
    const listed = [...Object.keys(retention), ...Object.keys(withoutPersonalData)];
    expect(rows.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
  });

  /** Inserts a claim that ends now, so that its period of storage begins now. */
  async function insertEndedClaim(now: Date): Promise<string> {
    const id = randomUUID();
    await db
      .insertInto('rental_claims')
      .values({
        id,
        number: id,
        rental_id: await insertRental(app.deps, rider, station, 'complete'),
        user_id: rider.userId,
        kind: 'returned',
        state: 'confirmed',
        station_id: null,
        charger: null,
        lat: 41.9,
        lng: -87.6,
        claimed_at: now,
        created_at: now,
        ended_at: now,
      })
      .execute();
    return id;
  }

  const examples: { [Table in RetainedTable]?: (now: Date) => Promise<() => Promise<number>> } = {
    async users(now) {
      const cookie = randomUUID();
      const { id } = await inTransaction(db, (trx) =>
        registerUser(trx, { phone: null, language: 'en', now, guestDevice: cookie }),
      );
      await inTransaction(db, (trx) =>
        openSession(trx, { userId: id, device: '', now, isGuest: true }),
      );
      return () => count('users', 'guest_device', cookie);
    },
    async sessions(now) {
      const id = `ended ${randomUUID()}`;
      const times = { created_at: now, last_seen_at: now, ended_at: now };
      await db
        .insertInto('sessions')
        .values({
          id_hash: id,
          user_id: rider.userId,
          state: 'revoked',
          ...times,
          device: 'A phone',
        })
        .execute();
      return () => count('sessions', 'id_hash', id);
    },
    async operator_sessions(now) {
      const operator = randomUUID();
      const session = randomUUID();
      await db
        .insertInto('operators')
        .values({ id: operator, name: operator, roles: ['support'], created_at: now })
        .execute();
      await db
        .insertInto('operator_sessions')
        .values({
          id: session,
          operator_id: operator,
          hash: session,
          way: 'link',
          device: 'A laptop',
          created_at: now,
          last_seen_at: now,
        })
        .execute();
      return () => count('operator_sessions', 'id', session);
    },
    async push_subscriptions(now) {
      const id = randomUUID();
      const times = { created_at: now, last_seen_at: now };
      await db
        .insertInto('sessions')
        .values({ id_hash: id, user_id: rider.userId, state: 'active', ...times })
        .execute();
      await db
        .insertInto('push_subscriptions')
        .values({
          id,
          user_id: rider.userId,
          session_hash: id,
          endpoint: `https://push.example/${id}`,
          p256dh: 'public',
          auth: 'auth',
          created_at: now,
          used_at: now,
        })
        .execute();
      return () => count('push_subscriptions', 'id', id);
    },
    async account_changes(now) {
      const id = randomUUID();
      await db
        .insertInto('account_changes')
        .values({
          id,
          user_id: rider.userId,
          kind: 'phone',
          before: '{}',
          language: 'en',
          device: '',
          created_at: now,
          expires_at: addMs(now, undoMs),
        })
        .execute();
      return () => count('account_changes', 'id', id);
    },
    async rentals(now) {
      const card = randomUUID();
      const id = await insertRental(app.deps, rider, station, 'failed');
      await db
        .updateTable('rentals')
        .set({ uncertain_eject_at: now, uncertain_eject_card: card })
        .where('id', '=', id)
        .execute();
      return () => count('rentals', 'uncertain_eject_card', card);
    },
    async one_time_codes(now) {
      const id = randomUUID();
      await db
        .insertInto('one_time_codes')
        .values({
          id,
          phone: '+12125550100',
          language: 'en',
          code_hash: 'hash',
          state: 'expired',
          created_at: now,
          expires_at: now,
        })
        .execute();
      return () => count('one_time_codes', 'id', id);
    },
    async contact_changes(now) {
      const id = randomUUID();
      await db
        .insertInto('contact_changes')
        .values({
          id,
          user_id: rider.userId,
          kind: 'email',
          contact: 'a@example.com',
          code_hash: 'hash',
          state: 'expired',
          created_at: now,
          expires_at: now,
        })
        .execute();
      return () => count('contact_changes', 'id', id);
    },
    async social_attempts(now) {
      const id = randomUUID();
      await db
        .insertInto('social_attempts')
        .values({
          id,
          provider: 'apple',
          purpose: 'signIn',
          challenge: 'challenge',
          state_hash: id,
          nonce: 'nonce',
          code_verifier: 'verifier',
          state: 'proven',
          label: 'a@example.com',
          created_at: now,
          expires_at: now,
        })
        .execute();
      return () => count('social_attempts', 'id', id);
    },
    async rate_limits(now) {
      const bucket = randomUUID();
      await db.insertInto('rate_limits').values({ bucket, window_start: now, count: 1 }).execute();
      return () => count('rate_limits', 'bucket', bucket);
    },
    async known_devices(now) {
      const device = randomUUID();
      await db
        .insertInto('known_devices')
        .values({ device, user_id: rider.userId, used_at: now })
        .execute();
      return () => count('known_devices', 'device', device);
    },
    async money_calls(now) {
      const id = randomUUID();
      await db
        .insertInto('money_calls')
        .values({
          id,
          action: 'addCard',
          user_id: rider.userId,
          session: 'hash',
          network: 'hash',
          called_at: now,
        })
        .execute();
      return () => count('money_calls', 'id', id);
    },
    async card_pauses(now) {
      const whose = randomUUID();
      await db.insertInto('card_pauses').values({ whose, until: now }).execute();
      return () => count('card_pauses', 'whose', whose);
    },
    async idempotency_keys(now) {
      const key = randomUUID();
      await db
        .insertInto('idempotency_keys')
        .values({ user_id: rider.userId, key, request_hash: 'hash', created_at: now })
        .execute();
      return () => count('idempotency_keys', 'key', key);
    },
    async notifications(now) {
      const id = randomUUID();
      await db
        .insertInto('notifications')
        .values({
          id,
          user_id: rider.userId,
          kind: 'caseAnswered',
          key: id,
          details: '{}',
          created_at: now,
        })
        .execute();
      return () => count('notifications', 'id', id);
    },
    async watches(now) {
      const id = randomUUID();
      await db
        .insertInto('watches')
        .values({
          id_hash: id,
          user_id: null,
          station_id: station,
          wants: 'charger',
          caller_hash: 'hash',
          created_at: now,
          expires_at: now,
        })
        .execute();
      return () => count('watches', 'id_hash', id);
    },
    async reservations(now) {
      const id = randomUUID();
      await db
        .insertInto('reservations')
        .values({
          id,
          user_id: rider.userId,
          station_id: station,
          kind: 'charger',
          created_at: addMs(now, -minuteMs),
          expires_at: now,
        })
        .execute();
      return () => count('reservations', 'id', id);
    },
    async support_reports(now) {
      const ids = [randomUUID(), randomUUID()];
      for (const [index, id] of ids.entries()) {
        const isAnswered = index === 0;
        await db
          .insertInto('support_reports')
          .values({
            id,
            number: id,
            user_id: rider.userId,
            kind: 'other',
            note: 'My name is Ana',
            created_at: isAnswered ? new Date(0) : now,
            answer: isAnswered ? 'Hello Ana' : null,
            answered_at: isAnswered ? now : null,
          })
          .execute();
      }
      return async () => (await count('support_reports', 'id', ...ids)) / ids.length;
    },
    async support_cases(now) {
      const answer = randomUUID();
      await db
        .insertInto('support_cases')
        .values({
          id: randomUUID(),
          kind: 'operator',
          key: answer,
          user_id: rider.userId,
          details: '{}',
          created_at: now,
          answer,
          answered_at: now,
        })
        .execute();
      return () => count('support_cases', 'answer', answer);
    },
    async disputes(now) {
      const note = randomUUID();
      await db
        .insertInto('disputes')
        .values({
          id: randomUUID(),
          rental_id: await insertRental(app.deps, rider, station, 'complete'),
          reason: 'wrongAmount',
          note,
          state: 'rejected',
          opened_at: now,
          answered_at: now,
        })
        .execute();
      return () => count('disputes', 'note', note);
    },
    async rental_claims(now) {
      const id = await insertEndedClaim(now);
      return async () => {
        const { lat } = await db
          .selectFrom('rental_claims')
          .select('lat')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return lat === null ? 0 : 1;
      };
    },
    async claim_photos(now) {
      const id = await insertEndedClaim(now);
      await db
        .insertInto('claim_photos')
        .values({ claim_id: id, webp: Buffer.from('photo'), created_at: now })
        .execute();
      return () => count('claim_photos', 'claim_id', id);
    },
    async payment_methods(now) {
      const name = `Ana ${randomUUID()}`;
      await db
        .insertInto('payment_methods')
        .values({
          id: randomUUID(),
          user_id: rider.userId,
          kind: 'card',
          provider: 'sandbox',
          provider_card: '',
          fingerprint: 'fingerprint',
          brand: 'visa',
          last4: '4242',
          name_on_card: name,
          country: 'US',
          postal_code: '60601',
          is_default: false,
          created_at: new Date(0),
          removed_at: now,
        })
        .execute();
      return () => count('payment_methods', 'name_on_card', name);
    },
    async evidence_receipts(now) {
      const file = randomUUID();
      const rental = await insertRental(app.deps, rider, station, 'complete');
      const payment = randomUUID();
      const chargeback = randomUUID();
      const money = { currency: 'USD', amount: 100 };
      await db
        .insertInto('payments')
        .values({
          ...money,
          id: payment,
          user_id: rider.userId,
          rental_id: rental,
          source: 'goCash',
          purpose: 'rental',
          state: 'captured',
          created_at: now,
          changed_at: now,
        })
        .execute();
      await db
        .insertInto('chargebacks')
        .values({
          ...money,
          id: chargeback,
          provider: 'stripe',
          provider_id: chargeback,
          payment_id: payment,
          user_id: rider.userId,
          state: 'won',
          reason: 'general',
          created_at: now,
          changed_at: now,
          read_at: now,
        })
        .execute();
      await db
        .insertInto('evidence_receipts')
        .values({ chargeback_id: chargeback, stage: 'inquiry', begun_at: new Date(0), file })
        .execute();
      return () => count('evidence_receipts', 'file', file);
    },
    async coupon_marks(now) {
      const hash = randomUUID();
      const expired = await addCoupon(db, { expires_at: now });
      const endless = await addCoupon(db);
      await db
        .insertInto('coupon_marks')
        .values([
          { coupon_id: expired, hash },
          { coupon_id: endless, hash: 'of an endless coupon' },
        ])
        .execute();
      return () => count('coupon_marks', 'hash', hash);
    },
    async campaign_marks(now) {
      const hash = randomUUID();
      for (const audience of ['everyone', 'newRiders'] as const) {
        const type = await addOffer(app.deps, { audience });
        const { id } = await db
          .updateTable('campaigns')
          .set({ starts_at: new Date(0), ends_at: now })
          .where('type', '=', type)
          .returning('id')
          .executeTakeFirstOrThrow();
        const isNew = audience === 'newRiders';
        await db
          .insertInto('campaign_marks')
          .values({ campaign_id: id, hash: isNew ? 'of a new rider' : hash, claims: 1 })
          .execute();
      }
      return () => count('campaign_marks', 'hash', hash);
    },
    async host_interests(now) {
      const id = randomUUID();
      await db
        .insertInto('host_interests')
        .values({
          id,
          reference: id,
          business: 'A bar',
          venue: 'bar',
          address: 'Larkspur Lane 7',
          contact_name: 'Ana',
          phone: '+12125550100',
          message: '',
          language: 'en',
          created_at: now,
          updated_at: now,
        })
        .execute();
      return () => count('host_interests', 'id', id);
    },
  };

  const limits = rules.flatMap(([table, { expiry }]) => (expiry ? [[table, expiry] as const] : []));

  test('each limit has an example', () => {
    expect(Object.keys(examples).toSorted()).toEqual(limits.map(([table]) => table).toSorted());
  });

  test.each(limits)('%s: data is stored until its limit, but not longer', async (table, expiry) => {
    const insert = Object.entries(examples).find(([name]) => name === table)?.[1];
    if (!insert) throw new Error('no example');
    const { clock, settings } = app.deps;
    const ms = periodMs(expiry, settings);
    const found = await insert(clock.now());
    clock.advance((ms - minuteMs) / 1000);
    await cleanUp(app.deps);
    expect(await found(), 'before the limit').toBe(1);
    clock.advance((2 * minuteMs) / 1000);
    await cleanUp(app.deps);
    expect(await found(), 'after the limit').toBe(0);
  });

  test('hashes that still decide about a reward are not deleted', async () => {
    expect(await count('coupon_marks', 'hash', 'of an endless coupon')).toBe(1);
    expect(await count('campaign_marks', 'hash', 'of a new rider')).toBe(1);
  });

  async function count(table: RetainedTable, column: string, ...values: string[]): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}
      where ${sql.ref(column)}::text = any(${values}::text[])`.execute(db);
    return rows[0]?.count ?? 0;
  }
});
