import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CodeIssued } from '../../../contract/signIn/auth.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  type CallAnswer,
  type TestApp,
} from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import { requireProof } from '../auth/proof.ts';
import { hashSessionId } from '../auth/session.ts';
import { findUser } from '../auth/users.ts';

const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

forEachEngine((engine) => {
  const home = '198.51.100.1';
  let app: TestApp;
  beforeEach(async () => {
    const env = {
      TRUST_PROXY: '1',
      CODES_PER_PHONE: '3',
      CODES_PER_ADDRESS: '4',
      CODES_PER_COUNTRY: '30',
    };
    app = await startTestApp({ engine, clock: new StoppedClock(), env });
  });
  afterEach(() => app.close());

  const post = (path: string, body: unknown, { session = '', from = home } = {}) =>
    app.call(path, {
      method: 'POST',
      body,
      ...(session ? { session } : {}),
      headers: { 'x-forwarded-for': from },
    });
  const signInCode = (phone: string, from = home) =>
    post(paths.codes, { phone, language: 'en' }, { from });
  const ask = (by: string, session: string) => post(paths.myProofCodes, { by }, { session });
  const prove = async (by: string, asked: CallAnswer, code: string, session: string) => {
    const { requestId } = CodeIssued.parse(asked.body);
    const path = fillPath(paths.verifyMyProof, { requestId });
    return (await post(path, { by, code }, { session })).status;
  };
  /** For nine minutes, strangers use up the limits of the phone, the country and the rider's network address. */
  const attack = async (phone: string) => {
    for (let i = 0; i < 54; i++) {
      await signInCode(phone, `198.51.101.${i}`);
      await signInCode(freshPhone(), `198.51.102.${i}`);
      app.deps.clock.advance(10);
    }
    const guess = () =>
      post(fillPath(paths.verifyCode, { requestId: randomUUID() }), { code: '000000' });
    for (let i = 0; i < 20; i++) await guess();
    for (let i = 0; i < 4; i++) await signInCode(freshPhone());
    expect((await guess()).status).toBe(429);
    expect((await signInCode(phone, '198.51.103.1')).status).toBe(429);
    expect((await signInCode(freshPhone(), '198.51.103.2')).status).toBe(429);
    expect((await signInCode(freshPhone())).status).toBe(429);
  };

  test("strangers' requests neither delay nor end the texted code of a proof @slow", async () => {
    const { sessionId: session, phone } = await signUp(app);
    const asked = await ask('phone', session);
    const code = app.sms.codeFor(phone);
    await attack(phone);
    expect(await prove('phone', asked, wrong(code), session)).toBe(422);
    expect(await prove('phone', asked, code, session)).toBe(200);

    const again = await ask('phone', session);
    expect(again.status).toBe(201);
    expect(await prove('phone', again, app.sms.codeFor(phone), session)).toBe(200);
  });

  test('a proof has its own limit of five codes a day, and its own wait between two codes @slow', async () => {
    const { sessionId: session, phone } = await signUp(app);
    await attack(phone);
    for (let i = 0; i < 5; i++) {
      expect((await ask('phone', session)).status).toBe(201);
      expect((await ask('phone', session)).status).toBe(429);
      app.deps.clock.advance(3601);
    }
    expect((await ask('phone', session)).status).toBe(429);
    // Other riders have their own limit.
    app.deps.clock.advance(3600);
    const other = await signUp(app);
    expect((await ask('phone', other.sessionId)).status).toBe(201);
  });

  test("strangers' requests neither delay nor end the mailed code of a proof @slow", async () => {
    const { sessionId: session, userId, phone } = await signUp(app);
    const email = 'owner@example.com';
    const asked = await post(paths.myEmail, { email }, { session });
    const { requestId } = CodeIssued.parse(asked.body);
    const confirm = fillPath(paths.verifyMyEmail, { requestId });
    expect((await post(confirm, { code: app.mail.codeFor(email) }, { session })).status).toBe(200);
    const stranger = await signUp(app);
    const toOwner = async () =>
      (await post(paths.myEmail, { email }, { session: stranger.sessionId, from: '198.51.104.1' }))
        .status;
    app.deps.clock.advance(31);
    expect(await toOwner()).toBe(200);
    app.deps.clock.advance(31);
    expect(await toOwner()).toBe(200);
    expect(await toOwner()).toBe(429);
    await attack(phone);
    // Another rider who shares this mailbox can still get a code for a proof.
    const { email_confirmed_at } = await findUser(app.deps.db, userId);
    await app.deps.db
      .updateTable('users')
      .set({ email, email_confirmed_at })
      .where('id', '=', stranger.userId)
      .execute();
    expect((await ask('email', stranger.sessionId)).status).toBe(201);

    const proof = await ask('email', session);
    expect(proof.status).toBe(201);
    const code = app.mail.codeFor(email);
    expect(await prove('email', proof, wrong(code), session)).toBe(422);
    expect(await prove('email', proof, code, session)).toBe(200);
  });

  test('for a session with a proof, the check of the proof needs only one query', async () => {
    const { sessionId, userId, phone } = await signUp(app);
    const session = { idHash: hashSessionId(sessionId), userId, isGuest: false };
    let queries = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => {
        queries++;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const require = () => requireProof(app.deps, app.deps.db.withPlugin(counter), session);
    await require();
    expect(queries).toBe(1);
    app.deps.clock.advance(600);
    await expect(require()).rejects.toMatchObject({
      code: 'proofNeeded',
      extras: { factors: { phone: `••${phone.slice(-2)}` } },
    });
  });
});
