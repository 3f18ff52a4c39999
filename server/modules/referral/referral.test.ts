import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CodeIssued, SignedIn } from '../../../contract/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Referral } from '../../../contract/referral.ts';
import { freshPhone, signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/fakePayments.ts';
import { auditLedger } from '../ledger/auditLedger.ts';
import { readWallet } from '../wallet/wallet.ts';

const limit = 3;

forEachEngine((engine) => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({
      engine,
      payments: new FakePayments(),
      env: { REFERRAL_LIMIT: String(limit), PUBLIC_URL: 'https://rent.example' },
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
  /** Comes by a code; answers who they are then. */
  async function come(inviteCode: string, phone = freshPhone()): Promise<Rider> {
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
  const books = async () => expect(await auditLedger(app.deps.db)).toEqual([]);

  test('who comes by a code is rewarded, and so is who invited them', async () => {
    const host = await signUp(app);
    const body = { name: 'Ana María Ruiz' };
    const friend = await come(` ${host.user.inviteCode.toLowerCase()} `);
    await app.call(paths.me, { method: 'PATCH', session: friend.sessionId, body });
    expect([await bonus(host), await bonus(friend)]).toEqual([200, 200]);
    expect(await referral(host)).toMatchObject({
      code: host.user.inviteCode,
      link: `https://rent.example/home?invite=${host.user.inviteCode}`,
      reward: { amount: 200, currency: 'USD' },
      limit,
      rewarded: 1,
      rewards: [{ role: 'invited', initials: 'AR', amount: { amount: 200 }, state: 'credited' }],
    });
    expect((await referral(friend)).rewards).toMatchObject([
      { role: 'friend', initials: null, state: 'credited' },
    ]);
    await books();
  });

  test('a code is known however it is written', async () => {
    const host = await signUp(app);
    const [first, second] = [host.user.inviteCode.slice(0, 4), host.user.inviteCode.slice(4)];
    for (const written of [
      `${first} ${second}`,
      ` ${first.toLowerCase()}–${second.toLowerCase()} `,
    ]) {
      expect(await bonus(await come(written))).toBe(200);
    }
    expect(await bonus(host)).toBe(400);
  });

  test('nobody invites themselves, nor each other in turn, and who has an account is told so', async () => {
    const host = await signUp(app);
    const again = await answer(await issue(host.phone), host.phone, host.user.inviteCode);
    expect(SignedIn.parse(again.body).isNew).toBe(false);
    expect(await bonus(host)).toBe(0);

    const phone = freshPhone();
    const first = await answer(await issue(phone), phone, host.user.inviteCode);
    const friend = SignedIn.parse(first.body);
    expect(friend.isNew).toBe(true);
    expect(await bonus(host)).toBe(200);
    const back = await answer(await issue(host.phone), host.phone, friend.user.inviteCode);
    expect(SignedIn.parse(back.body).isNew).toBe(false);
    expect(await bonus(host)).toBe(200);
    expect((await referral(host)).rewards).toMatchObject([{ role: 'invited' }]);
    await books();
  });

  test('a code counts only where the account is made by that very call', async () => {
    const host = await signUp(app);
    const known = await signUp(app);
    await come(host.user.inviteCode, known.phone);
    // Nor in a circle: who invited somebody is no new rider.
    const friend = await come(known.user.inviteCode);
    await come(friend.user.inviteCode, known.phone);
    await come('NOSUCHCODE');
    expect(await bonus(host)).toBe(0);
    expect(await bonus(friend)).toBe(200);
    expect(await bonus(known)).toBe(200);
  });

  test('a phone is rewarded once, also after its account was deleted', async () => {
    const [host, other] = [await signUp(app), await signUp(app)];
    const friend = await come(host.user.inviteCode);
    await app.call(paths.me, { method: 'DELETE', session: friend.sessionId });
    const again = await come(other.user.inviteCode, friend.phone);
    expect([await bonus(again), await bonus(other)]).toEqual([0, 0]);
    // Nor does who invited come again as a friend of somebody.
    await app.call(paths.me, { method: 'DELETE', session: host.sessionId });
    expect(await bonus(await come(other.user.inviteCode, host.phone))).toBe(0);
    // The code of who has left is nobody's.
    expect(await bonus(await come(host.user.inviteCode))).toBe(0);
    await books();
  });

  test('friends who come at once are all rewarded, who invited them as often as allowed', async () => {
    const host = await signUp(app);
    const phones = Array.from({ length: 8 }, freshPhone);
    const asked = await Promise.all(
      phones.map(async (phone) => [await issue(phone), phone] as const),
    );
    await Promise.all(asked.map(([id, phone]) => answer(id, phone, host.user.inviteCode)));
    expect(await bonus(host)).toBe(limit * 200);
    const { rewarded, rewards } = await referral(host);
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
    await books();
  });

  test('a friend whose first card is the referrer’s was the same person: both rewards go back', async () => {
    const host = await signUp(app);
    await addCard(host, 'tok_pays_shared');
    const friend = await come(host.user.inviteCode);
    expect((await addCard(friend, 'tok_pays_shared')).status).toBe(201);
    expect([await bonus(host), await bonus(friend)]).toEqual([0, 0]);
    expect((await referral(host)).rewards).toMatchObject([{ state: 'reversed' }]);
    await books();
  });

  test('nor does a card bring a second reward, or one that the referrer keeps later', async () => {
    const host = await signUp(app);
    const [first, second] = [await come(host.user.inviteCode), await come(host.user.inviteCode)];
    await addCard(first, 'tok_pays_twice');
    expect(await bonus(host)).toBe(400);
    await addCard(second, 'tok_pays_twice');
    expect([await bonus(host), await bonus(first), await bonus(second)]).toEqual([200, 200, 0]);
    await addCard(host, 'tok_pays_twice');
    expect([await bonus(host), await bonus(first)]).toEqual([0, 0]);
    await books();
  });

  test('a second card, and a card of one’s own, change nothing', async () => {
    const host = await signUp(app);
    await addCard(host, 'tok_pays_hosts');
    const friend = await come(host.user.inviteCode);
    await addCard(friend, 'tok_pays_friends');
    await addCard(friend, 'tok_pays_hosts');
    expect([await bonus(host), await bonus(friend)]).toEqual([200, 200]);
  });
});
