import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RiderCredited } from '../../../../contract/operators/riders.ts';
import {
  FactorChecked,
  FactorSetUp,
  LinkMade,
  SignedIn,
} from '../../../../contract/operators/signIn.ts';
import { signUp, startTestApp, type TestApp } from '../../../testing/app.ts';
import { forEachEngine } from '../../../testing/database.ts';
import { Operators, refusalOf, serverKey } from '../../../testing/operators/operators.ts';
import { codeOf, OperatorSession } from '../../../testing/operators/operatorSessions.ts';
import { publicUrl } from '../../../testing/socialWorld.ts';

const why = 'a test';
const minute = 60;
const refused = { status: 422, code: 'codeRefused' };

forEachEngine((engine) => {
  let app: TestApp;
  let ops: Operators;
  let name: string;
  beforeAll(async () => {
    app = await startTestApp({ engine, env: { OPERATOR_KEY: serverKey, PUBLIC_URL: publicUrl } });
    ops = new Operators(app);
  });
  afterAll(() => app.close());
  let count = 0;
  beforeEach(() => {
    name = `Administrator ${++count}`;
  });

  /** Opens a session with a one-time link. */
  const open = async (): Promise<OperatorSession> => {
    // Advance the clock, so that the next code is not one that an earlier session has used.
    app.deps.clock.advance(2 * minute);
    const made = await ops.call(`operators/${encodeURIComponent(name)}/first-link`, { why });
    const { link } = LinkMade.parse(made.body);
    const body = { link, give: 'token' };
    const answer = await app.call('/api/ops/sign-in/link', { method: 'POST', body });
    return new OperatorSession(app, SignedIn.parse(answer.body).token ?? '');
  };
  const check = (session: OperatorSession, code: string) =>
    session.post('second-factor/check', { code });
  const now = () => app.deps.clock.now();
  const next = () => app.deps.clock.advance(30);

  test('a session that began with a one-time link can only set up the second factor', async () => {
    const session = await open();
    expect((await session.me()).session).toMatchObject({ secondFactor: 'setUp', freshUntil: null });
    const needed = { status: 403, code: 'secondFactorNeeded' };
    expect(refusalOf(await session.get('operators'))).toEqual(needed);
    expect(refusalOf(await session.get('me/sessions'))).toEqual(needed);
    expect(refusalOf(await session.post('operators/Root/block', { why }))).toEqual(needed);
    expect(refusalOf(await check(session, '123456')).code).toBe('factorMissing');
    const { recoveryCodes } = await session.setUpFactor();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await session.me()).session).toMatchObject({ secondFactor: 'done' });
    expect((await session.get('operators')).status).toBe(200);
  });

  test('the secret and the recovery codes are not readable in the database', async () => {
    const { secret, recoveryCodes } = await (await open()).setUpFactor();
    const { db } = app.deps;
    const stored = JSON.stringify([
      await db.selectFrom('operator_factors').selectAll().execute(),
      await db.selectFrom('operator_recovery_codes').selectAll().execute(),
    ]);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });

  test('in a later session the operator must enter a code, which may be of the time step before or after', async () => {
    const { secret } = await (await open()).setUpFactor();
    const session = await open();
    expect((await session.me()).session).toMatchObject({ secondFactor: 'check' });
    expect(refusalOf(await session.get('operators')).code).toBe('secondFactorNeeded');
    // Advance the clock to the start of a time step, so that no step ends during the test.
    app.deps.clock.advance(30 - ((now().getTime() / 1000) % 30));
    const at = (steps: number) => codeOf(secret, new Date(now().getTime() + steps * 30_000));
    expect(refusalOf(await check(session, at(-2)))).toEqual(refused);
    expect(refusalOf(await check(session, at(2)))).toEqual(refused);
    expect((await check(session, at(-1))).status).toBe(200);
    expect((await check(session, at(1))).status).toBe(200);
    expect((await session.get('operators')).status).toBe(200);
  });

  test('no session accepts a used code, or a code of an earlier step', async () => {
    const { secret } = await (await open()).setUpFactor();
    const [one, two] = [await open(), await open()];
    const before = codeOf(secret, new Date(now().getTime() - 30_000));
    const code = codeOf(secret, now());
    const answers = await Promise.all([check(one, code), check(two, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
    expect(refusalOf(await check(two, code))).toEqual(refused);
    expect(refusalOf(await check(two, before))).toEqual(refused);
    next();
    expect((await check(two, codeOf(secret, now()))).status).toBe(200);
  });

  test('the code of the set-up does not work again', async () => {
    const first = await open();
    const { secret } = FactorSetUp.parse((await first.post('second-factor/set-up')).body);
    const code = codeOf(secret, now());
    expect((await first.post('second-factor/confirm', { code })).status).toBe(200);
    expect(refusalOf(await check(first, code))).toEqual(refused);
  });

  test('five wrong codes lock the factor, each time for longer, also if they come at once', async () => {
    const { secret } = await (await open()).setUpFactor();
    const session = await open();
    const guess = () => Promise.all(Array.from({ length: 8 }, () => check(session, '000000')));
    const codes = (await guess()).map((answer) => refusalOf(answer).code);
    expect(codes.filter((code) => code === 'codeRefused')).toHaveLength(5);
    expect(codes.filter((code) => code === 'factorLocked')).toHaveLength(3);
    const locked = { status: 429, code: 'factorLocked' };
    expect(refusalOf(await check(session, codeOf(secret, now())))).toEqual(locked);
    app.deps.clock.advance(15 * minute);
    await guess();
    app.deps.clock.advance(30 * minute);
    expect(refusalOf(await check(session, codeOf(secret, now())))).toEqual(locked);
    app.deps.clock.advance(31 * minute);
    const again = await open();
    expect((await check(again, codeOf(secret, now()))).status).toBe(200);
    expect((await ops.actions(name)).map(({ action }) => action)).toContain('operator.lockFactor');
  });

  test('a recovery code works once, and allows a new factor', async () => {
    const { secret, recoveryCodes } = await (await open()).setUpFactor();
    const session = await open();
    const [recoveryCode = ''] = recoveryCodes;
    const use = (target: OperatorSession, code: string) =>
      target.post('second-factor/check', { recoveryCode: code });
    const used = await use(session, recoveryCode.toUpperCase());
    expect(FactorChecked.parse(used.body).recoveryCodesLeft).toBe(9);
    expect(refusalOf(await use(await open(), recoveryCode))).toEqual(refused);
    const renewed = await open();
    await use(renewed, recoveryCodes[1] ?? '');
    const other = await renewed.setUpFactor();
    next();
    const last = await open();
    expect(refusalOf(await check(last, codeOf(secret, now())))).toEqual(refused);
    expect(refusalOf(await use(last, recoveryCodes[2] ?? ''))).toEqual(refused);
    next();
    expect((await check(last, codeOf(other.secret, now()))).status).toBe(200);
  });

  test('a session replaces the factor only after a new check of the present factor', async () => {
    const first = await open();
    await first.setUpFactor();
    const second = await open();
    expect(refusalOf(await second.post('second-factor/set-up')).code).toBe('secondFactorNeeded');
    const third = await open();
    const { session } = await third.me();
    expect(session?.secondFactor).toBe('check');
    const { secret } = await replaced(third);
    app.deps.clock.advance(10 * minute);
    expect(refusalOf(await third.post('second-factor/set-up')).code).toBe('stepUpNeeded');
    expect((await check(third, codeOf(secret, now()))).status).toBe(200);
    expect((await third.post('second-factor/set-up')).status).toBe(200);
  });

  /**
   * Removes the second factor of the operator and sets up a new one in the session, so that a test knows the secret.
   */
  const replaced = async (session: OperatorSession) => {
    await app.deps.db
      .updateTable('operator_factors')
      .set({ secret: null })
      .where('operator_id', 'in', (query) =>
        query.selectFrom('operators').select('id').where('name', '=', name),
      )
      .execute();
    return session.setUpFactor();
  };

  test('an act on the team needs a second factor that was checked within the last ten minutes', async () => {
    const session = await open();
    const { secret } = await session.setUpFactor();
    const block = () => session.post('operators/nobody/block', { why });
    expect(refusalOf(await block()).code).toBe('operatorNotFound');
    app.deps.clock.advance(10 * minute);
    const needed = { status: 403, code: 'stepUpNeeded' };
    expect(refusalOf(await block())).toEqual(needed);
    expect((await session.me()).session).toMatchObject({ secondFactor: 'done', freshUntil: null });
    for (const path of [
      'proof-keys',
      'webhooks',
      `approvals/${crypto.randomUUID()}/approve`,
      'operators/nobody/keys',
      'operators/nobody/second-factor/reset',
      'stations/X/secret/rotate',
    ]) {
      expect(refusalOf(await session.post(path, { why }))).toEqual(needed);
    }
    expect((await session.get('operators')).status).toBe(200);
    expect((await check(session, codeOf(secret, now()))).status).toBe(200);
    expect(refusalOf(await block()).code).toBe('operatorNotFound');
  });

  test('only a credit above the limit needs a second factor that was checked within the last ten minutes', async () => {
    const session = await open();
    const { secret } = await session.setUpFactor();
    const rider = await signUp(app);
    const credit = (amount: number) =>
      session.post(`riders/${rider.user.id}/credit`, { amount, why });
    const { once } = app.deps.settings.payLimits;
    app.deps.clock.advance(10 * minute);
    expect((await credit(1)).status).toBe(200);
    expect(refusalOf(await credit(once))).toEqual({ status: 403, code: 'stepUpNeeded' });
    expect((await check(session, codeOf(secret, now()))).status).toBe(200);
    expect(RiderCredited.parse((await credit(once)).body).approval).toMatchObject({
      state: 'open',
      requestedBy: name,
    });
  });

  test('another administrator resets the factor, which ends the sessions', async () => {
    const session = await open();
    const { secret } = await session.setUpFactor();
    const path = `operators/${encodeURIComponent(name)}/second-factor/reset`;
    expect(refusalOf(await session.post(path, { why }))).toEqual({
      status: 403,
      code: 'otherOperatorNeeded',
    });
    expect((await ops.call(path, { why })).body).toMatchObject({
      operator: { hasSecondFactor: false },
    });
    expect(refusalOf(await session.get('me')).code).toBe('sessionEnded');
    const later = await open();
    expect((await later.me()).session).toMatchObject({ secondFactor: 'setUp' });
    expect(refusalOf(await check(later, codeOf(secret, now()))).code).toBe('factorMissing');
    expect((await ops.actions(name)).at(-2)).toMatchObject({ action: 'operator.firstLink' });
    expect((await ops.actions(name)).map(({ action }) => action)).toContain('operator.resetFactor');
  });

  test('a key has no session and no second factor', async () => {
    const key = await ops.add(`Machine ${name}`, 'administrator');
    for (const path of ['sign-out', 'second-factor/set-up']) {
      const answer = await app.call(`/api/ops/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
      });
      expect(refusalOf(answer)).toEqual({ status: 403, code: 'sessionNeeded' });
    }
  });
});
