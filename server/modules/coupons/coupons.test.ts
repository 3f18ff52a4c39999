import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Coupon, Coupons } from '../../../contract/coupons.ts';
import { Problem } from '../../../contract/errors.ts';
import { paths } from '../../../contract/paths.ts';
import {
  signUp,
  signUpMany,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { addCoupon } from '../../testing/coupons.ts';
import { forEachEngine } from '../../testing/database.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { readWallet } from '../wallet/wallet.ts';
import { CodeTakenError, createCoupons, NewCoupon } from './createCoupons.ts';

const hour = 3600;

forEachEngine((engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  const redeem = (
    { sessionId: session }: Rider,
    code: string,
    key: string = randomUUID(),
  ): Promise<CallAnswer> =>
    app.call(paths.coupons, { method: 'POST', session, key, body: { code } });
  const list = async ({ sessionId: session }: Rider) =>
    Coupons.parse((await app.call(paths.coupons, { session })).body);
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const freshCode = () => randomUUID().replaceAll('-', '').toUpperCase();
  const riders = (count: number) => signUpMany(app, count);

  test('a code is redeemed once, in any spelling, and its coupon is listed', async () => {
    const rider = await signUp(app);
    const expires = new Date(Date.now() + 1000 * hour * 1000);
    await addCoupon(app.deps.db, { code: 'SPRING25', expires_at: expires, minimum_total: 300 });
    const key = randomUUID();
    const answer = await redeem(rider, ' spring–2 5 ', key);
    expect(answer.status).toBe(201);
    const coupon = Coupon.parse(answer.body);
    expect(coupon).toMatchObject({
      kind: 'amountOff',
      amount: { amount: 100, currency: 'USD' },
      minimumTotal: { amount: 300, currency: 'USD' },
      state: 'available',
      expiresAt: expires.toISOString(),
      orderId: null,
    });
    expect((await redeem(rider, ' spring–2 5 ', key)).body).toEqual(answer.body);
    expect(await list(rider)).toEqual({ coupons: [coupon], isFirstRental: true });
    expect(codeOf(await redeem(rider, 'SPRING25'))).toBe('couponInvalid');
  });

  test('GoCash of a coupon is credited once as a bonus, and is usable at once', async () => {
    const rider = await signUp(app);
    const code = freshCode();
    await addCoupon(app.deps.db, { code, kind: 'goCash', amount: 500 });
    const key = randomUUID();
    const answers = await Promise.all([redeem(rider, code, key), redeem(rider, code, key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect((await list(rider)).coupons).toMatchObject([{ kind: 'goCash', state: 'used' }]);
    expect(await readWallet(app.deps.db, rider.userId, 'USD')).toEqual({ topUp: 0, bonus: 500 });
    expect(await auditLedger(app.deps.db)).toEqual([]);
  });

  test('a rider who deletes the account and signs up again can redeem each coupon only once', async () => {
    const rider = await signUp(app);
    const code = freshCode();
    await addCoupon(app.deps.db, { code, kind: 'goCash', amount: 500 });
    expect((await redeem(rider, code)).status).toBe(201);
    await app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
    app.deps.clock.advance(hour);
    const again = await signUp(app, rider.phone);
    expect(again.userId).not.toBe(rider.userId);
    expect(codeOf(await redeem(again, code))).toBe('couponInvalid');
    expect(await readWallet(app.deps.db, again.userId, 'USD')).toEqual({ topUp: 0, bonus: 0 });
  });

  test('every invalid code gets the same error and changes nothing', async () => {
    const { db, clock } = app.deps;
    const rider = await signUp(app);
    const now = clock.now();
    const wrong = {
      unknown: null,
      expired: { expires_at: now },
      notStarted: { starts_at: new Date(now.getTime() + hour * 1000) },
      ended: { ended_at: now },
      usedUp: { redemptions: 3, max_redemptions: 3 },
      foreign: { kind: 'goCash' as const, currency: 'EUR' },
    };
    const bodies = [];
    for (const [code, terms] of Object.entries(wrong)) {
      if (terms) await addCoupon(db, { code: code.toUpperCase(), ...terms });
      const answer = await redeem(rider, code);
      expect(answer.status).toBe(422);
      bodies.push({ ...Problem.parse(answer.body), instance: '' });
    }
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    expect((await list(rider)).coupons).toEqual([]);
  });

  test('after ten wrong codes within an hour, the server checks no further code, not even a right code', async () => {
    const rider = await signUp(app);
    const right = freshCode();
    await addCoupon(app.deps.db, { code: right });
    const early = freshCode();
    await addCoupon(app.deps.db, { code: early });
    for (let i = 0; i < 9; i++) expect((await redeem(rider, freshCode())).status).toBe(422);
    // A valid code does not count as a wrong code, and does not reset the count of wrong codes.
    expect((await redeem(rider, early)).status).toBe(201);
    expect((await redeem(rider, freshCode())).status).toBe(422);
    const locked = await redeem(rider, right);
    expect(locked.status).toBe(429);
    const { retryAfter = 0 } = Problem.parse(locked.body);
    expect(retryAfter).toBeGreaterThan(hour - 60);
    expect(retryAfter).toBeLessThanOrEqual(hour + 60);
    // The limit is per rider, so another rider can still try codes.
    expect((await redeem(await signUp(app), freshCode())).status).toBe(422);
    app.deps.clock.advance(retryAfter);
    expect((await redeem(rider, right)).status).toBe(201);
  });

  test('concurrent wrong codes are counted like consecutive wrong codes @slow', async () => {
    const rider = await signUp(app);
    const answers = await Promise.all(Array.from({ length: 30 }, () => redeem(rider, freshCode())));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test('only one of a hundred concurrent riders redeems a single-use coupon @slow', async () => {
    const code = freshCode();
    const id = await addCoupon(app.deps.db, { code, max_redemptions: 1 });
    const all = await riders(100);
    const answers = await Promise.all(all.map((rider) => redeem(rider, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(99);
    const stored = await app.deps.db
      .selectFrom('rider_coupons')
      .select('id')
      .where('coupon_id', '=', id)
      .execute();
    expect(stored).toHaveLength(1);
  }, 120_000);

  test('a rider who redeems a coupon a hundred times concurrently gets it once @slow', async () => {
    const rider = await signUp(app);
    const code = freshCode();
    await addCoupon(app.deps.db, { code, kind: 'goCash', amount: 500 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => redeem(rider, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await readWallet(app.deps.db, rider.userId, 'USD')).toEqual({ topUp: 0, bonus: 500 });
  }, 120_000);

  test('generated coupons have unique codes, and a given code can be created once', async () => {
    const rider = await signUp(app);
    const { db, clock } = app.deps;
    const many = NewCoupon.parse({ kind: 'freeMinutes', minutes: 30, count: 1500 });
    const codes = await createCoupons(db, many, 'USD', clock.now());
    expect(new Set(codes).size).toBe(1500);
    expect((await redeem(rider, codes[1499] ?? '')).status).toBe(201);
    expect((await redeem(await signUp(app), codes[1499] ?? '')).status).toBe(422);
    const given = NewCoupon.parse({ kind: 'amountOff', amount: 200, code: 'once-only' });
    await createCoupons(db, given, 'USD', clock.now());
    await expect(createCoupons(db, given, 'USD', clock.now())).rejects.toThrow(CodeTakenError);
  });

  test('a guest cannot redeem', async () => {
    const body = { code: 'ANY' };
    expect((await app.call(paths.coupons, { method: 'POST', body })).status).toBe(401);
    expect((await app.call(paths.coupons)).status).toBe(401);
  });
});
