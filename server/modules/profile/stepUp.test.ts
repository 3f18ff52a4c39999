import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CodeIssued } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { Proof } from '../../../contract/signIn/stepUp.ts';
import { Wallet } from '../../../contract/wallet.ts';
import { registerOrderJobs } from '../../composition.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  stepUp,
  type CallAnswer,
  type CallOptions,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import {
  begin,
  choose,
  finish,
  signInWith,
  startSocialWorld,
  type SocialWorld,
} from '../../testing/socialWorld.ts';

const tenMinutes = 10 * 60;
const problemOf = ({ body }: CallAnswer) => Problem.parse(body);
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
let addresses = 0;
const freshEmail = () => `owner.${++addresses}@example.com`;

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      clock: new StoppedClock(),
      payments: new FakePayments(),
      env: { GOCASH_REFUNDABLE: '1' },
      signIn: {
        google: {
          authorizationUrl: async () => 'https://accounts.example.com/',
          prove: async () => ({ outcome: 'failed' }),
        },
      },
    });
    registerOrderJobs(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    rider = await signUp(app);
  });

  const call = (path: string, options: CallOptions, { sessionId: session } = rider) =>
    app.call(path, { method: 'POST', session, ...options });
  const proof = async () =>
    Proof.parse((await app.call(paths.myProof, { session: rider.sessionId })).body);
  const ask = (by: string, asking = rider) => call(paths.myProofCodes, { body: { by } }, asking);
  const askId = async (by: string, asking = rider) =>
    CodeIssued.parse((await ask(by, asking)).body).requestId;
  const answer = (requestId: string, by: string, code: string, answering = rider) =>
    call(fillPath(paths.verifyMyProof, { requestId }), { body: { by, code } }, answering);
  const link = (owner: Rider) =>
    app.deps.db
      .insertInto('identities')
      .values({
        issuer: 'https://accounts.example.com',
        subject: randomUUID(),
        user_id: owner.userId,
        provider: 'google',
        label: null,
        linked_at: app.deps.clock.now(),
      })
      .execute();
  const confirmEmail = async (owner: Rider) => {
    const email = freshEmail();
    const issued = CodeIssued.parse((await call(paths.myEmail, { body: { email } }, owner)).body);
    const path = fillPath(paths.verifyMyEmail, { requestId: issued.requestId });
    await call(path, { body: { code: app.mail.codeFor(email) } }, owner);
    return email;
  };

  /** Each sensitive action. `prepare` creates the data that the action needs. */
  const actions: Record<
    string,
    { prepare?: () => Promise<unknown>; act: () => Promise<CallAnswer> }
  > = {
    'a code to a new phone': {
      act: () => call(paths.myPhone, { body: { phone: freshPhone() } }),
    },
    'a new address': { act: () => call(paths.myEmail, { body: { email: freshEmail() } }) },
    'the removal of the address': {
      prepare: () => confirmEmail(rider),
      act: () => call(paths.myEmail, { body: { email: null } }),
    },
    'linking a social account': {
      act: () =>
        call(fillPath(paths.socialStart, { provider: 'google' }), {
          body: { purpose: 'link', challenge: 'c'.repeat(43) },
        }),
    },
    'unlinking a social account': {
      prepare: () => link(rider),
      act: () => call(fillPath(paths.myIdentity, { provider: 'google' }), { method: 'DELETE' }),
    },
    'the refund of GoCash': {
      prepare: async () => {
        const renting = await Renting.at(app);
        await renting.topUp(rider, await renting.addCard(rider), 1000, 0);
      },
      act: () => call(paths.walletRefund, { body: {}, key: 'the-same-key-every-time' }),
    },
    'the deletion of the account': { act: () => call(paths.me, { method: 'DELETE' }) },
  };

  describe.each(Object.entries(actions))('%s', (_, { prepare, act }) => {
    test('is refused ten minutes after the sign-in, and allowed after a step-up', async () => {
      await prepare?.();
      app.deps.clock.advance(tenMinutes);
      const refused = await act();
      expect(refused.status).toBe(403);
      expect(problemOf(refused)).toMatchObject({
        code: 'proofNeeded',
        factors: { phone: `••${rider.phone.slice(-2)}` },
      });
      await stepUp(app, rider);
      expect((await act()).status).toBeLessThan(300);
    });

    test('is allowed within ten minutes of the sign-in', async () => {
      await prepare?.();
      app.deps.clock.advance(tenMinutes - 1);
      expect((await act()).status).toBeLessThan(300);
    });

    test('is refused when the step-up is too old', async () => {
      await prepare?.();
      app.deps.clock.advance(tenMinutes);
      await stepUp(app, rider);
      app.deps.clock.advance(tenMinutes);
      expect(problemOf(await act()).code).toBe('proofNeeded');
    });
  });

  test('the codes of new contacts need a proof, too', async () => {
    const [phone, email] = [freshPhone(), freshEmail()];
    const phoneId = CodeIssued.parse((await call(paths.myPhone, { body: { phone } })).body);
    const emailId = CodeIssued.parse((await call(paths.myEmail, { body: { email } })).body);
    app.deps.clock.advance(tenMinutes - 1);
    const verify = [
      [fillPath(paths.verifyMyPhone, { requestId: phoneId.requestId }), app.sms.codeFor(phone)],
      [fillPath(paths.verifyMyEmail, { requestId: emailId.requestId }), app.mail.codeFor(email)],
    ] as const;
    await app.deps.db
      .updateTable('sessions')
      .set({ created_at: new Date(app.deps.clock.now().getTime() - tenMinutes * 1000) })
      .where('user_id', '=', rider.userId)
      .execute();
    for (const [path, code] of verify) {
      expect(problemOf(await call(path, { body: { code } })).code).toBe('proofNeeded');
    }
    await stepUp(app, rider);
    // The refused tries have not used up the codes.
    for (const [path, code] of verify) {
      expect((await call(path, { body: { code } })).status).toBe(200);
    }
  });

  test('the server returns the factors and the end of the proof', async () => {
    expect(await proof()).toEqual({
      provenUntil: expect.any(String),
      factors: { phone: `••${rider.phone.slice(-2)}`, email: null, identities: [] },
    });
    const email = await confirmEmail(rider);
    await link(rider);
    app.deps.clock.advance(tenMinutes);
    expect(await proof()).toMatchObject({
      provenUntil: null,
      factors: { email: `o•••${email.slice(email.indexOf('@'))}`, identities: ['google'] },
    });
    await stepUp(app, rider);
    const until = Date.parse((await proof()).provenUntil ?? '');
    expect(until - app.deps.clock.now().getTime()).toBe(tenMinutes * 1000);
  });

  test('the server accepts a code to the confirmed address', async () => {
    const email = await confirmEmail(rider);
    app.deps.clock.advance(tenMinutes);
    const requestId = await askId('email');
    expect(app.mail.mails.at(-1)).toMatchObject({ to: email });
    const code = app.mail.codeFor(email);
    expect(problemOf(await answer(requestId, 'email', wrong(code))).code).toBe('codeWrong');
    expect(Proof.parse((await answer(requestId, 'email', code)).body).provenUntil).not.toBeNull();
    expect(problemOf(await answer(requestId, 'email', code)).code).toBe('codeExpired');
  });

  test('the server sends no code to an address that is missing or not confirmed', async () => {
    expect(problemOf(await ask('email')).code).toBe('notFound');
    await app.deps.db
      .updateTable('users')
      .set({ email: freshEmail() })
      .where('id', '=', rider.userId)
      .execute();
    expect(problemOf(await ask('email')).code).toBe('notFound');
  });

  test('five wrong codes use up the code', async () => {
    app.deps.clock.advance(tenMinutes);
    const requestId = await askId('phone');
    const code = app.sms.codeFor(rider.phone);
    for (let i = 0; i < 4; i++) {
      expect(problemOf(await answer(requestId, 'phone', wrong(code))).code).toBe('codeWrong');
    }
    expect(problemOf(await answer(requestId, 'phone', wrong(code))).code).toBe('codeExhausted');
    expect(problemOf(await answer(requestId, 'phone', code)).code).toBe('codeExhausted');
    expect((await proof()).provenUntil).toBeNull();
  });

  test('a code proves nothing for another rider, by another factor, for another purpose or after its expiry', async () => {
    const other = await signUp(app);
    app.deps.clock.advance(tenMinutes);
    const requestId = await askId('phone');
    const code = app.sms.codeFor(rider.phone);
    expect(problemOf(await answer(requestId, 'phone', code, other)).code).toBe('codeExpired');
    expect(problemOf(await answer(requestId, 'email', code)).code).toBe('codeExpired');
    for (const path of [paths.verifyCode, paths.verifyMyPhone]) {
      await stepUp(app, other);
      const tried = await call(fillPath(path, { requestId }), { body: { code } }, other);
      expect(problemOf(tried).code).toBe('codeExpired');
    }
    app.deps.clock.advance(tenMinutes);
    expect(problemOf(await answer(requestId, 'phone', code)).code).toBe('codeExpired');
  });

  test('the code of a new phone or address gives no proof', async () => {
    const [phone, email] = [freshPhone(), freshEmail()];
    const toPhone = CodeIssued.parse((await call(paths.myPhone, { body: { phone } })).body);
    const toEmail = CodeIssued.parse((await call(paths.myEmail, { body: { email } })).body);
    const tries = [
      [toPhone.requestId, 'phone', app.sms.codeFor(phone)],
      [toEmail.requestId, 'email', app.mail.codeFor(email)],
    ] as const;
    for (const [requestId, by, code] of tries) {
      expect(problemOf(await answer(requestId, by, code)).code).toBe('codeExpired');
    }
  });

  test('a code to the phone before a change gives no proof', async () => {
    app.deps.clock.advance(tenMinutes);
    const requestId = await askId('phone');
    const code = app.sms.codeFor(rider.phone);
    await app.deps.db
      .updateTable('users')
      .set({ phone: freshPhone() })
      .where('id', '=', rider.userId)
      .execute();
    expect(problemOf(await answer(requestId, 'phone', code)).code).toBe('codeExpired');
  });

  test('a proof counts in its own session only, and signing out ends it', async () => {
    app.deps.clock.advance(60);
    const elsewhere = await signUp(app, rider.phone);
    app.deps.clock.advance(tenMinutes);
    await stepUp(app, rider);
    const change = { body: { phone: freshPhone() } };
    expect(problemOf(await call(paths.myPhone, change, elsewhere)).code).toBe('proofNeeded');
    await call(paths.currentSession, { method: 'DELETE' });
    const rows = await app.deps.db
      .selectFrom('sessions')
      .select('proven_at')
      .where('user_id', '=', rider.userId)
      .execute();
    expect(rows).toEqual([{ proven_at: null }, { proven_at: null }]);
  });

  test('GoCash is not refunded for a day after a change of the phone', async () => {
    await actions['the refund of GoCash']?.prepare?.();
    const phone = freshPhone();
    const { requestId } = CodeIssued.parse((await call(paths.myPhone, { body: { phone } })).body);
    const body = { code: app.sms.codeFor(phone) };
    await call(fillPath(paths.verifyMyPhone, { requestId }), { body });
    const refund = async () => {
      await stepUp(app, { ...rider, phone });
      return call(paths.walletRefund, { body: {}, key: randomUUID() });
    };
    const wallet = async () =>
      Wallet.parse((await call(paths.wallet, { method: 'GET' })).body).refundableFrom;
    const from = new Date(app.deps.clock.now().getTime() + 24 * 3_600_000).toISOString();
    app.deps.clock.advance(60);
    expect(problemOf(await refund())).toMatchObject({
      code: 'refundLater',
      retryAfter: 24 * 3600 - 60,
    });
    expect(await wallet()).toBe(from);
    app.deps.clock.advance(24 * 3600 - 61);
    expect(problemOf(await refund())).toMatchObject({ code: 'refundLater', retryAfter: 1 });
    app.deps.clock.advance(1);
    expect(await wallet()).toBeUndefined();
    app.deps.clock.advance(60);
    expect((await refund()).status).toBe(200);
  });
});

forEachEngine((engine) => {
  let world: SocialWorld;
  beforeAll(async () => {
    world = await startSocialWorld(engine);
  });
  afterAll(() => world.close());

  const stepUpWith = async (session: string, name: string) => {
    const attempt = await begin(world.app, 'google', { purpose: 'stepUp', session });
    await choose(world.browser(), attempt.url, name);
    return finish(world.app, attempt, session);
  };

  test('a rider with only a social account gives a proof by that account', async () => {
    const { app } = world;
    const { sessionId: session } = await signInWith(world, 'google', 'Only Google');
    app.deps.clock.advance(tenMinutes);
    const change = () =>
      app.call(paths.myPhone, { method: 'POST', session, body: { phone: freshPhone() } });
    // The first phone of an account needs a proof, like a change of the phone.
    expect(problemOf(await change())).toMatchObject({
      code: 'proofNeeded',
      factors: { phone: null, email: null, identities: ['google'] },
    });
    expect(problemOf(await stepUpWith(session, 'Somebody Else')).code).toBe('signInFailed');
    expect((await change()).status).toBe(403);
    expect((await stepUpWith(session, 'Only Google')).status).toBe(200);
    expect((await change()).status).toBe(201);
  });

  test('an attempt gives no proof without a session, or in a session of another rider', async () => {
    const { app } = world;
    const owner = await signInWith(world, 'google', 'The Owner');
    const other = await signInWith(world, 'google', 'The Other');
    const attempt = await begin(app, 'google', { purpose: 'stepUp', session: owner.sessionId });
    await choose(world.browser(), attempt.url, 'The Owner');
    expect(problemOf(await finish(app, attempt)).code).toBe('signInRequired');
    expect(problemOf(await finish(app, attempt, other.sessionId)).code).toBe('signInFailed');
    const refused = await app.call(fillPath(paths.socialStart, { provider: 'google' }), {
      method: 'POST',
      body: { purpose: 'stepUp', challenge: 'c'.repeat(43) },
    });
    expect(problemOf(refused).code).toBe('signInRequired');
  });
});
