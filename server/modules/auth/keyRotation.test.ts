import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CodeIssued } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { MovableClock } from '../../time/clock.ts';
import { inTransaction, type Trx } from '../../db/database.ts';
import { freshPhone, signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { addRaffle } from '../../testing/campaigns.ts';
import { addCoupon } from '../../testing/coupons.ts';
import { forEachEngine } from '../../testing/database.ts';
import { riderHashesOf, storeEntryHashes } from '../campaigns/riderHashes.ts';
import { findRewardedReferral, storeRewardHash } from '../referral/rewardHashes.ts';
import { gotRewardAsOther, storePerson } from '../rewards/rewardedPersons.ts';

const oldKey = 'old'.padEnd(40, '0123456789');
const newKey = 'new'.padEnd(40, '9876543210');

forEachEngine((engine) => {
  /**
   * Three servers on one database. They have the keys of the time before the rotation, during the overlap of both keys,
   * and after the overlap.
   */
  let before: TestApp;
  let during: TestApp;
  let after: TestApp;
  const clock = new MovableClock();
  beforeAll(async () => {
    before = await startTestApp({ engine, clock, env: { CODE_SECRET: oldKey } });
    const { db } = before.deps;
    const rotated = { CODE_SECRET: newKey, CODE_SECRET_PREVIOUS: oldKey };
    during = await startTestApp({ db, clock, env: rotated });
    after = await startTestApp({ db, clock, env: { CODE_SECRET: newKey } });
  });
  afterAll(async () => {
    await after.close();
    await during.close();
    await before.close();
  });

  /** The answers of the three servers, in the order before, during and after the rotation. */
  async function askEach<T>(ask: (app: TestApp) => Promise<T>): Promise<T[]> {
    const answers: T[] = [];
    for (const app of [before, during, after]) answers.push(await ask(app));
    return answers;
  }
  const run = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
    inTransaction(before.deps.db, work);

  /** Signs in with a code that one server sends and another server checks. Returns the HTTP status. */
  async function signIn(sender: TestApp, checker: TestApp): Promise<number> {
    const phone = freshPhone();
    const body = { phone, language: 'en' };
    const asked = await sender.call(paths.codes, { method: 'POST', body });
    const { requestId } = CodeIssued.parse(asked.body);
    const code = sender.sms.codeFor(phone);
    const verify = fillPath(paths.verifyCode, { requestId });
    return (await checker.call(verify, { method: 'POST', body: { code } })).status;
  }

  test('a code of the old key is valid during the overlap, and invalid after it', async () => {
    expect(await signIn(before, during)).toBe(200);
    expect(await signIn(during, after)).toBe(200);
    expect(await signIn(before, after)).not.toBe(200);
  });

  test('a coupon is redeemed once per person during the overlap, and later servers with only the new key refuse it @slow', async () => {
    const code = randomUUID().replaceAll('-', '').toUpperCase();
    await addCoupon(before.deps.db, { code, kind: 'goCash', amount: 500 });
    /** Redeems the coupon with a new account of this phone, and deletes the account. */
    const redeem = async (app: TestApp, phone: string): Promise<boolean> => {
      clock.advance(3600);
      const { sessionId: session } = await signUp(app, phone);
      const options = { method: 'POST', session, key: randomUUID(), body: { code } };
      const { status } = await app.call(paths.coupons, options);
      await app.call(paths.me, { method: 'DELETE', session });
      return status === 201;
    };
    const [one, other] = [freshPhone(), freshPhone()];
    expect(await redeem(before, one)).toBe(true);
    expect(await redeem(during, one)).toBe(false);
    expect(await redeem(during, other)).toBe(true);
    expect(await redeem(after, other)).toBe(false);
    // A server with only the new key does not recognise the old hash.
    const third = freshPhone();
    expect(await redeem(before, third)).toBe(true);
    expect(await redeem(after, third)).toBe(true);
  });

  test('a server recognises the receiver of a reward during the overlap', async () => {
    const first = await signUp(before);
    await run((trx) => storePerson(trx, before.deps.settings, first.userId));
    await before.call(paths.me, { method: 'DELETE', session: first.sessionId });
    clock.advance(3600);
    const { userId } = await signUp(during, first.phone);
    const known = await askEach((app) =>
      run((trx) => gotRewardAsOther(trx, app.deps.settings, userId)),
    );
    expect(known).toEqual([true, true, false]);
  });

  test('a server recognises a rewarded referral during the overlap, and later with only the new key', async () => {
    const phone = freshPhone();
    const [owner, later] = [await addReferral(), await addReferral()];
    const store = (app: TestApp, referral: string) =>
      run((trx) => storeRewardHash(trx, app.deps.settings, 'phone', phone, referral));
    const find = (app: TestApp) =>
      run((trx) => findRewardedReferral(trx, app.deps.settings, 'phone', phone));
    await store(before, owner);
    expect(await askEach(find)).toEqual([owner, owner, null]);
    expect(await store(during, later)).toBe(owner);
    expect(await askEach(find)).toEqual([owner, owner, owner]);
  });

  test('a rider enters a raffle once a day during the overlap', async () => {
    const { userId } = await signUp(before);
    const { id } = await before.deps.db
      .selectFrom('campaigns')
      .select('id')
      .where('type', '=', await addRaffle(before.deps))
      .executeTakeFirstOrThrow();
    const enter = (app: TestApp) =>
      run(async (trx) => {
        const hashes = await riderHashesOf(trx, app.deps.settings, userId);
        return storeEntryHashes(trx, id, hashes, '2026-11-25');
      });
    expect(await askEach(enter)).toEqual([true, false, false]);
  });

  async function addReferral(): Promise<string> {
    const id = randomUUID();
    const [referrer, friend] = [await signUp(before), await signUp(before)];
    await before.deps.db
      .insertInto('referrals')
      .values({
        id,
        referrer_id: referrer.userId,
        friend_id: friend.userId,
        currency: 'USD',
        amount: 200,
        referrer_state: 'credited',
        friend_state: 'credited',
        created_at: clock.now(),
      })
      .execute();
    return id;
  }
});
