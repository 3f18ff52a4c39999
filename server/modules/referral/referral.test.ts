import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Problem } from '../../../contract/errors.ts';
import { FriendCodeState, Referral } from '../../../contract/referral.ts';
import { friendCodeDays } from '../../../contract/rules/promotions/inviteCode.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { insertRental } from '../../testing/rentalRows.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { addStation } from '../../testing/stations.ts';
import { auditLedger } from '../audit/auditLedger.ts';
import { readWallet } from '../wallet/wallet.ts';

const limit = 3;
const hour = 60 * 60_000;

forEachEngine((engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: {
        REFERRAL_LIMIT: String(limit),
        PUBLIC_URL: 'https://rent.example',
        TRUST_PROXY: '1',
        CODES_PER_ADDRESS: '500',
      },
    });
  });
  afterAll(() => app.close());

  const issue = async (phone: string) => {
    const body = { phone, language: 'en' };
    const asked = await app.call(paths.codes, { method: 'POST', body });
    return CodeIssued.parse(asked.body).requestId;
  };
  const answer = (requestId: string, phone: string, inviteCode?: string) =>
    app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      body: { code: app.sms.codeFor(phone), inviteCode },
    });
  /** Signs up with an invite code, and returns the new rider. */
  async function signUpWith(inviteCode: string, phone = freshPhone()): Promise<Rider> {
    const signed = await answer(await issue(phone), phone, inviteCode);
    expect(signed.status).toBe(200);
    const { sessionId, user } = SignedIn.parse(signed.body);
    const { id: userId } = await app.deps.db
      .selectFrom('users')
      .select('id')
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    return { sessionId, user, userId, phone };
  }
  const bonus = async ({ userId }: Rider) => (await readWallet(app.deps.db, userId, 'USD')).bonus;
  const referral = async ({ sessionId: session }: Rider) =>
    Referral.parse((await app.call(paths.referral, { session })).body);
  const addCard = (rider: Rider, token: string) =>
    app.call(paths.paymentMethods, {
      method: 'POST',
      session: rider.sessionId,
      key: randomUUID(),
      body: { token, country: 'US', postalCode: '60601', makeDefault: false },
    });
  const expectBalancedLedger = async () => expect(await auditLedger(app.deps.db)).toEqual([]);

  test('a new rider with an invite code and the referrer are rewarded', async () => {
    const referrer = await signUp(app);
    const body = { name: 'Ana María Ruiz' };
    const friend = await signUpWith(` ${referrer.user.inviteCode.toLowerCase()} `);
    await app.call(paths.me, { method: 'PATCH', session: friend.sessionId, body });
    expect([await bonus(referrer), await bonus(friend)]).toEqual([200, 200]);
    expect(await referral(referrer)).toMatchObject({
      code: referrer.user.inviteCode,
      link: `https://rent.example/home?invite=${referrer.user.inviteCode}`,
      reward: { amount: 200, currency: 'USD' },
      limit,
      rewarded: 1,
      rewards: [{ role: 'invited', initials: 'AR', amount: { amount: 200 }, state: 'credited' }],
    });
    expect((await referral(friend)).rewards).toMatchObject([
      { role: 'friend', initials: null, state: 'credited' },
    ]);
    await expectBalancedLedger();
  });

  test('an invite code is accepted in any spelling', async () => {
    const referrer = await signUp(app);
    const [first, second] = [
      referrer.user.inviteCode.slice(0, 4),
      referrer.user.inviteCode.slice(4),
    ];
    for (const written of [
      `${first} ${second}`,
      ` ${first.toLowerCase()}–${second.toLowerCase()} `,
    ]) {
      expect(await bonus(await signUpWith(written))).toBe(200);
    }
    expect(await bonus(referrer)).toBe(400);
  });

  test('riders cannot invite themselves or each other, and an existing account gets no reward', async () => {
    const referrer = await signUp(app);
    const again = await answer(
      await issue(referrer.phone),
      referrer.phone,
      referrer.user.inviteCode,
    );
    expect(SignedIn.parse(again.body).isNew).toBe(false);
    expect(await bonus(referrer)).toBe(0);

    const phone = freshPhone();
    const first = await answer(await issue(phone), phone, referrer.user.inviteCode);
    const friend = SignedIn.parse(first.body);
    expect(friend.isNew).toBe(true);
    expect(await bonus(referrer)).toBe(200);
    const back = await answer(await issue(referrer.phone), referrer.phone, friend.user.inviteCode);
    expect(SignedIn.parse(back.body).isNew).toBe(false);
    expect(await bonus(referrer)).toBe(200);
    expect((await referral(referrer)).rewards).toMatchObject([{ role: 'invited' }]);
    await expectBalancedLedger();
  });

  test('an invite code counts only in the call that creates the account', async () => {
    const referrer = await signUp(app);
    const known = await signUp(app);
    await signUpWith(referrer.user.inviteCode, known.phone);
    // Invites cannot form a circle, because a rider who has invited a friend cannot enter a code.
    const friend = await signUpWith(known.user.inviteCode);
    await signUpWith(friend.user.inviteCode, known.phone);
    await signUpWith('NOSUCHCODE');
    expect(await bonus(referrer)).toBe(0);
    expect(await bonus(friend)).toBe(200);
    expect(await bonus(known)).toBe(200);
  });

  test('a phone is rewarded once, even after the deletion of its account', async () => {
    const [referrer, other] = [await signUp(app), await signUp(app)];
    const friend = await signUpWith(referrer.user.inviteCode);
    await app.call(paths.me, { method: 'DELETE', session: friend.sessionId });
    const again = await signUpWith(other.user.inviteCode, friend.phone);
    expect([await bonus(again), await bonus(other)]).toEqual([0, 0]);
    // A referrer cannot sign up again as the friend of another rider.
    await app.call(paths.me, { method: 'DELETE', session: referrer.sessionId });
    expect(await bonus(await signUpWith(other.user.inviteCode, referrer.phone))).toBe(0);
    // The code of a deleted account is unknown.
    expect(await bonus(await signUpWith(referrer.user.inviteCode))).toBe(0);
    await expectBalancedLedger();
  });

  test('all friends who register concurrently are rewarded, and the referrer is rewarded up to the limit @slow', async () => {
    const referrer = await signUp(app);
    const phones = Array.from({ length: 8 }, freshPhone);
    const asked = await Promise.all(
      phones.map(async (phone) => [await issue(phone), phone] as const),
    );
    await Promise.all(asked.map(([id, phone]) => answer(id, phone, referrer.user.inviteCode)));
    expect(await bonus(referrer)).toBe(limit * 200);
    const { rewarded, rewards } = await referral(referrer);
    expect(rewarded).toBe(limit);
    expect(rewards.filter(({ state }) => state === 'credited')).toHaveLength(limit);
    expect(rewards.filter(({ state }) => state === 'capped')).toHaveLength(8 - limit);
    const friends = await app.deps.db
      .selectFrom('users')
      .select('id')
      .where('phone', 'in', phones)
      .execute();
    for (const { id } of friends) {
      expect((await readWallet(app.deps.db, id, 'USD')).bonus).toBe(200);
    }
    await expectBalancedLedger();
  });

  test('both rewards are reversed if the first card of a friend is a card of the referrer', async () => {
    const referrer = await signUp(app);
    await addCard(referrer, 'tok_pays_shared');
    const friend = await signUpWith(referrer.user.inviteCode);
    expect((await addCard(friend, 'tok_pays_shared')).status).toBe(201);
    expect([await bonus(referrer), await bonus(friend)]).toEqual([0, 0]);
    expect((await referral(referrer)).rewards).toMatchObject([{ state: 'reversed' }]);
    await expectBalancedLedger();
  });

  test('a card gives only one reward, and the reward is reversed if the referrer also saves the card', async () => {
    const referrer = await signUp(app);
    const [first, second] = [
      await signUpWith(referrer.user.inviteCode),
      await signUpWith(referrer.user.inviteCode),
    ];
    await addCard(first, 'tok_pays_twice');
    expect(await bonus(referrer)).toBe(400);
    await addCard(second, 'tok_pays_twice');
    expect([await bonus(referrer), await bonus(first), await bonus(second)]).toEqual([200, 200, 0]);
    await addCard(referrer, 'tok_pays_twice');
    expect([await bonus(referrer), await bonus(first)]).toEqual([0, 0]);
    await expectBalancedLedger();
  });

  const check = (code: string, rider?: Rider, address = '198.51.100.1') =>
    app.call(paths.friendCodeCheck, {
      method: 'POST',
      body: { code },
      headers: { 'x-forwarded-for': address },
      ...(rider && { session: rider.sessionId }),
    });
  const redeem = (rider: Rider, code: string, key: string = randomUUID()) =>
    app.call(paths.friendCode, { method: 'POST', session: rider.sessionId, key, body: { code } });
  const codeOf = ({ body }: CallAnswer) => Problem.parse(body).code;
  const state = async ({ sessionId: session }: Rider) =>
    FriendCodeState.parse((await app.call(paths.friendCode, { session })).body).state;

  test('the answer to a sign-in has the result of the invite code', async () => {
    const referrer = await signUp(app);
    const logIn = async (phone: string, code?: string) =>
      SignedIn.parse((await answer(await issue(phone), phone, code)).body).invite;
    const phone = freshPhone();
    expect(await logIn(phone, referrer.user.inviteCode)).toBe('counted');
    expect(await logIn(phone, referrer.user.inviteCode)).toBe('inviteForNewRiders');
    expect(await logIn(freshPhone(), 'NOSUCHCODE')).toBe('inviteUnknown');
    expect(await logIn(freshPhone())).toBeUndefined();
    const known = await app.deps.db
      .selectFrom('users')
      .selectAll()
      .where('phone', '=', phone)
      .executeTakeFirstOrThrow();
    await app.deps.db
      .updateTable('users')
      .set({ phone: null })
      .where('id', '=', known.id)
      .execute();
    expect(await logIn(phone, referrer.user.inviteCode)).toBe('inviteUsed');
  });

  test('a guest and a rider can check a code before they use it', async () => {
    const [referrer, rider] = [await signUp(app), await signUp(app)];
    const { inviteCode } = referrer.user;
    const spaced = ` ${inviteCode.slice(0, 4).toLowerCase()} - ${inviteCode.slice(4)} `;
    for (const asked of [await check(spaced), await check(spaced, rider)]) {
      expect(asked.status).toBe(200);
      expect(asked.body).toEqual({ reward: { amount: 200, currency: 'USD' } });
    }
    expect(codeOf(await check('NOSUCHCODE'))).toBe('inviteUnknown');
    expect(codeOf(await check(inviteCode, referrer))).toBe('inviteOwn');
    expect((await redeem(rider, inviteCode)).status).toBe(201);
    expect(codeOf(await check(inviteCode, rider))).toBe('inviteUsed');
    expect(codeOf(await check('x'))).toBe('invalidInput');
    expect(await bonus(referrer)).toBe(200);
  });

  test('a registered rider can enter an invite code once, after the registration', async () => {
    const [referrer, rider] = [await signUp(app), await signUp(app)];
    expect(await state(rider)).toBe('open');
    expect(codeOf(await redeem(rider, 'NOSUCHCODE'))).toBe('inviteUnknown');
    expect(codeOf(await redeem(rider, rider.user.inviteCode))).toBe('inviteOwn');
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => redeem(rider, referrer.user.inviteCode.toLowerCase(), key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(codeOf(await redeem(rider, referrer.user.inviteCode))).toBe('inviteUsed');
    expect([await bonus(referrer), await bonus(rider)]).toEqual([200, 200]);
    expect((await referral(referrer)).rewards).toMatchObject([
      { role: 'invited', state: 'credited' },
    ]);
    expect([await state(rider), await state(referrer)]).toEqual(['used', 'closed']);
    await expectBalancedLedger();
    expect((await app.call(paths.friendCode)).status).toBe(401);
  });

  test('only one of two concurrent codes counts, even if two riders enter each other’s code', async () => {
    const [referrer, other, rider] = [await signUp(app), await signUp(app), await signUp(app)];
    const answers = await Promise.all(
      [referrer, other].map(({ user }) => redeem(rider, user.inviteCode)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(await bonus(rider)).toBe(200);
    const [one, two] = [await signUp(app), await signUp(app)];
    const mutual = await Promise.all([
      redeem(one, two.user.inviteCode),
      redeem(two, one.user.inviteCode),
    ]);
    expect(mutual.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    await expectBalancedLedger();
  });

  test('a rider with an old account, a rental or an invited friend cannot enter a code', async () => {
    const referrer = await signUp(app);
    const old = await signUp(app);
    const created_at = new Date(app.deps.clock.now().getTime() - (friendCodeDays * 24 + 1) * hour);
    await app.deps.db
      .updateTable('users')
      .set({ created_at })
      .where('id', '=', old.userId)
      .execute();
    const inviting = await signUp(app);
    await signUpWith(inviting.user.inviteCode);
    const rented = await signUp(app);
    await insertRental(app.deps, rented, await addStation(app.deps.db), 'complete');
    for (const rider of [old, rented]) {
      expect(await state(rider)).toBe('closed');
      expect(codeOf(await redeem(rider, referrer.user.inviteCode))).toBe('inviteForNewRiders');
    }
    expect((await redeem(inviting, referrer.user.inviteCode)).status).toBe(409);
    expect(await bonus(referrer)).toBe(0);
  });

  test('a code that is entered later does not count again for the same phone or card', async () => {
    const [referrer, other] = [await signUp(app), await signUp(app)];
    const gone = await signUp(app);
    await addCard(gone, 'tok_pays_gone');
    expect((await redeem(gone, referrer.user.inviteCode)).status).toBe(201);
    await app.call(paths.me, { method: 'DELETE', session: gone.sessionId });
    expect(codeOf(await redeem(await signUp(app, gone.phone), other.user.inviteCode))).toBe(
      'inviteUsed',
    );
    const sameCard = await signUp(app);
    await addCard(sameCard, 'tok_pays_gone');
    expect(codeOf(await redeem(sameCard, other.user.inviteCode))).toBe('inviteUsed');
    await addCard(other, 'tok_pays_same');
    const self = await signUp(app);
    await addCard(self, 'tok_pays_same');
    expect(codeOf(await redeem(self, other.user.inviteCode))).toBe('inviteOwn');
    expect(await bonus(other)).toBe(0);
    await expectBalancedLedger();
  });

  test('tries of unknown codes are limited, and tries of known codes do not count', async () => {
    const [referrer, rider] = [await signUp(app), await signUp(app)];
    for (let i = 0; i < 12; i++)
      expect((await check(referrer.user.inviteCode, rider)).status).toBe(200);
    for (let i = 0; i < 10; i++)
      expect(codeOf(await redeem(rider, 'NOSUCH'))).toBe('inviteUnknown');
    expect(codeOf(await redeem(rider, referrer.user.inviteCode))).toBe('tooManyRequests');
    const guest = Array.from({ length: 70 }, () => check('NOSUCH', undefined, '203.0.113.9'));
    const codes = (await Promise.all(guest)).map(codeOf);
    expect(codes.filter((code) => code === 'inviteUnknown').length).toBeLessThanOrEqual(60);
    expect(codes).toContain('tooManyRequests');
    expect(codeOf(await check(referrer.user.inviteCode, undefined, '203.0.113.9'))).toBe(
      'tooManyRequests',
    );
  });

  test('both rewards stay if only the second card of the friend is a card of the referrer', async () => {
    const referrer = await signUp(app);
    await addCard(referrer, 'tok_pays_hosts');
    const friend = await signUpWith(referrer.user.inviteCode);
    await addCard(friend, 'tok_pays_friends');
    await addCard(friend, 'tok_pays_hosts');
    expect([await bonus(referrer), await bonus(friend)]).toEqual([200, 200]);
  });
});
