import { afterAll, beforeAll, expect, test } from 'vitest';
import { CodeIssued, Sessions, SignedIn } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { freshPhone, signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { hashSessionId } from './session.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const minute = 60;

forEachEngine((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
  });
  afterAll(() => app.close());

  async function devices(session: string) {
    return Sessions.parse((await app.call(paths.mySessions, { session })).body).sessions;
  }
  /** Signs the same rider in on another device, five minutes later. */
  async function onAnotherDevice({ phone }: Rider): Promise<Rider> {
    app.deps.clock.advance(5 * minute);
    return signUp(app, phone);
  }
  const currentId = async (session: string) =>
    (await devices(session)).find(({ isCurrent }) => isCurrent)?.id ?? '';
  const signOut = (session: string, id: string) =>
    app.call(fillPath(paths.mySession, { id }), { method: 'DELETE', session });
  const isSignedIn = async (session: string) =>
    (await app.call(paths.me, { session })).status === 200;

  test('a rider sees their devices: the current device first, then the others, the most recently used first', async () => {
    const first = await signUp(app);
    const firstId = await currentId(first.sessionId);
    const second = await onAnotherDevice(first);
    const secondId = await currentId(second.sessionId);
    const third = await onAnotherDevice(first);
    const thirdId = await currentId(third.sessionId);
    await signUp(app);
    app.deps.clock.advance(5 * minute);
    expect(await isSignedIn(first.sessionId)).toBe(true);

    const seen = await devices(second.sessionId);
    expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
    expect(seen.map(({ id }) => id)).toEqual([secondId, firstId, thirdId]);
  });

  test('only the general name of a device is stored', async () => {
    const phone = freshPhone();
    const asked = await app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } });
    const { requestId } = CodeIssued.parse(asked.body);
    const verified = await app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      body: { code: app.sms.codeFor(phone) },
      headers: { 'user-agent': firefox },
    });
    const { sessionId } = SignedIn.parse(verified.body);
    expect((await devices(sessionId)).map(({ device }) => device)).toEqual(['Firefox · Linux']);
    const rows = await app.deps.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/Gecko|x86/);
  });

  test('the list contains nothing that gives access to a session', async () => {
    const { sessionId } = await signUp(app);
    const text = JSON.stringify(await devices(sessionId));
    expect(text).not.toContain(sessionId);
    expect(text).not.toContain(hashSessionId(sessionId));
    // The stored hashes are not valid session ids either.
    expect(await isSignedIn(hashSessionId(sessionId))).toBe(false);
    expect(await isSignedIn(await currentId(sessionId))).toBe(false);
  });

  test('the list omits devices that were not used for two weeks', async () => {
    const day = 24 * 60 * minute;
    const idle = await signUp(app);
    app.deps.clock.advance(10 * day);
    const used = await signUp(app, idle.phone);
    expect(await devices(used.sessionId)).toHaveLength(2);
    app.deps.clock.advance(4 * day);
    expect(await devices(used.sessionId)).toHaveLength(1);
  });

  test('signing another device out ends its session and its event streams at once', async () => {
    const here = await signUp(app);
    const there = await onAnotherDevice(here);
    const stream = await fetch(app.url + paths.orderEvents, {
      headers: { authorization: `Bearer ${there.sessionId}` },
    });
    const answer = await signOut(here.sessionId, await currentId(there.sessionId));
    expect(answer.status).toBe(204);
    // `text()` returns only after the stream has ended.
    expect(await stream.text()).toContain('open');
    expect(await isSignedIn(there.sessionId)).toBe(false);
    expect(await isSignedIn(here.sessionId)).toBe(true);
    expect(await devices(here.sessionId)).toHaveLength(1);
  });

  test('signing out everywhere else keeps the current device signed in', async () => {
    const here = await signUp(app);
    const others = [await onAnotherDevice(here), await onAnotherDevice(here)];
    const stranger = await signUp(app);
    for (let i = 0; i < 2; i++) {
      const options = { method: 'DELETE', session: here.sessionId };
      expect((await app.call(paths.mySessions, options)).status).toBe(204);
    }
    for (const other of others) expect(await isSignedIn(other.sessionId)).toBe(false);
    expect(await isSignedIn(here.sessionId)).toBe(true);
    expect(await isSignedIn(stranger.sessionId)).toBe(true);
  });

  test("signing out another rider's device returns the same error as signing out an unknown device", async () => {
    const [here, stranger] = [await signUp(app), await signUp(app)];
    const theirs = await signOut(here.sessionId, await currentId(stranger.sessionId));
    const nobodys = await signOut(here.sessionId, '00000000-0000-4000-8000-000000000000');
    for (const answer of [theirs, nobodys]) {
      expect(answer.status).toBe(404);
      expect(Problem.parse(answer.body).code).toBe('sessionNotFound');
    }
    expect(await isSignedIn(stranger.sessionId)).toBe(true);
  });

  test('a session id that an attacker chose before a sign-in is invalid after the sign-in', async () => {
    const planted = 'x'.repeat(43);
    const phone = freshPhone();
    const asked = await app.call(paths.codes, { method: 'POST', body: { phone, language: 'en' } });
    const { requestId } = CodeIssued.parse(asked.body);
    const verified = await app.call(fillPath(paths.verifyCode, { requestId }), {
      method: 'POST',
      body: { code: app.sms.codeFor(phone) },
      session: planted,
    });
    expect(SignedIn.parse(verified.body).sessionId).not.toBe(planted);
    expect(await isSignedIn(planted)).toBe(false);
  });

  test('a caller without a session can neither list devices nor sign them out', async () => {
    expect((await app.call(paths.mySessions)).status).toBe(401);
    expect((await app.call(paths.mySessions, { method: 'DELETE' })).status).toBe(401);
  });
});
