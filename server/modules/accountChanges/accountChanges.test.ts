import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AccountChange } from '../../../contract/accountChanges.ts';
import { CodeIssued, type SignedIn, User } from '../../../contract/signIn/auth.ts';
import { Problem } from '../../../contract/errors.ts';
import { Order } from '../../../contract/orders.ts';
import { fillPath, paths } from '../../../contract/paths.ts';
import { registerJobs } from '../../composition.ts';
import {
  freshPhone,
  signUp,
  startTestApp,
  type CallAnswer,
  type Rider,
  type TestApp,
} from '../../testing/app.ts';
import { countLockWaits, forEachEngine, postgresRuns } from '../../testing/database.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { signInWith, startSocialWorld, link } from '../../testing/socialWorld.ts';
import { cleanUp } from '../../jobs/housekeeping.ts';
import { insertIdentity } from '../auth/linkedIdentities.ts';
import { restoreSignIn } from '../auth/restoreSignIn.ts';
import { lockUser } from '../auth/users.ts';
import { signInByIdentity } from '../social/identities.ts';

const problemOf = ({ body }: CallAnswer) => Problem.parse(body).code;
const dayS = 24 * 3600;

function tools(app: () => TestApp) {
  const post = (path: string, body: unknown, { sessionId }: Pick<Rider, 'sessionId'>) =>
    app().call(path, { method: 'POST', session: sessionId, body });
  const askPhone = async (rider: Rider, phone = freshPhone()) => {
    const { requestId } = CodeIssued.parse((await post(paths.myPhone, { phone }, rider)).body);
    const path = fillPath(paths.verifyMyPhone, { requestId });
    return { phone, verify: () => post(path, { code: app().sms.codeFor(phone) }, rider) };
  };
  const changePhone = async (rider: Rider) => {
    const { phone, verify } = await askPhone(rider);
    expect((await verify()).status).toBe(200);
    // Waits for the messages, because the messages of several changes are sent concurrently and in any order.
    await app().deps.outbox.idle();
    return phone;
  };
  const setEmail = async (rider: Rider, email: string) => {
    const { requestId } = CodeIssued.parse((await post(paths.myEmail, { email }, rider)).body);
    const path = fillPath(paths.verifyMyEmail, { requestId });
    expect((await post(path, { code: app().mail.codeFor(email) }, rider)).status).toBe(200);
    await app().deps.outbox.idle();
  };
  /** Returns the text messages to a phone, after all messages were sent. */
  const textsTo = async (phone: string) => {
    await app().deps.outbox.idle();
    return app()
      .texts.texts.filter(({ to }) => to === phone)
      .map(({ body }) => body);
  };
  const tokenIn = (text = '') => /\/notMe#([\w-]+)/.exec(text)?.[1] ?? '';
  const tokenTo = async (phone: string) => tokenIn((await textsTo(phone)).at(-1));
  const call = (path: string) => (token: string) =>
    app().call(path, { method: 'POST', body: { token } });
  const me = ({ sessionId: session }: Pick<Rider, 'sessionId'>) =>
    app().call(paths.me, { session });
  return {
    post,
    askPhone,
    changePhone,
    setEmail,
    textsTo,
    tokenIn,
    tokenTo,
    me,
    read: call(paths.readAccountChange),
    undo: call(paths.undoAccountChange),
    emailOf: async (rider: Rider) => User.parse((await me(rider)).body).email,
  };
}

let addresses = 0;
const freshEmail = () => `rider.${++addresses}@example.org`;

describe.skipIf(!postgresRuns)('on PostgreSQL with two connections', () => {
  test('a login by a social account is refused while a change is being undone', async () => {
    const app = await startTestApp({ engine: 'postgres' });
    try {
      const { db } = app.deps;
      const rider = await signUp(app);
      const now = app.deps.clock.now();
      const identity = {
        provider: 'google',
        issuer: 'issuer',
        subject: 'thief',
        label: null,
      } as const;
      await db
        .transaction()
        .execute((trx) =>
          insertIdentity(trx, { ...identity, user_id: rider.userId, linked_at: now }),
        );
      const login = () =>
        db.transaction().execute((trx) => signInByIdentity(trx, identity, { language: 'en', now }));
      let second: ReturnType<typeof login> | undefined;
      await db.transaction().execute(async (trx) => {
        await lockUser(trx, rider.userId);
        const before = {
          phone: rider.phone,
          phoneChangedAt: null,
          email: null,
          emailConfirmedAt: null,
        };
        await restoreSignIn(trx, rider.userId, { ...before, identities: [] }, { since: now, now });
        second = login();
        await expect.poll(() => countLockWaits(db)).toBe(1);
      });
      expect(await second).toBe('accountLocked');
    } finally {
      await app.close();
    }
  });
});

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  beforeAll(async () => {
    app = await startTestApp({ engine, payments: new FakePayments() });
    registerJobs(app.deps);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    rider = await signUp(app);
    app.deps.clock.advance(60);
  });
  const {
    post,
    askPhone,
    changePhone,
    setEmail,
    textsTo,
    tokenIn,
    tokenTo,
    me,
    read,
    undo,
    emailOf,
  } = tools(() => app);
  const casesAbout = async (number: string) => {
    const cases = await app.deps.db
      .selectFrom('support_cases')
      .select('details')
      .where('kind', '=', 'accountTakeover')
      .execute();
    return cases
      .map(({ details }) => details)
      .filter((one) => JSON.stringify(one).includes(number));
  };

  test('the old phone and the confirmed address each get a link, and the server stores only its hash', async () => {
    const email = freshEmail();
    await setEmail(rider, email);
    await app.call(paths.me, {
      method: 'PATCH',
      session: rider.sessionId,
      body: { language: 'es' },
    });
    await changePhone(rider);
    const [, text = ''] = await textsTo(rider.phone);
    expect(text).toContain('se cambió tu número de celular');
    const token = tokenIn(text);
    expect(Buffer.from(token, 'base64url').byteLength).toBeGreaterThanOrEqual(16);
    const mail = app.mail.mails.findLast(({ to }) => to === email);
    expect(mail?.subject).toContain('Se cambió el número de celular');
    expect(tokenIn(mail?.text)).not.toBe(token);
    const { db } = app.deps;
    const stored = JSON.stringify([
      await db.selectFrom('undo_links').selectAll().execute(),
      await db.selectFrom('outbox').selectAll().execute(),
    ]);
    for (const secret of [token, tokenIn(mail?.text), rider.phone, email]) {
      expect(stored).not.toContain(secret);
    }
  });

  test('a text to the phone reports the first address, and the removal of an address is reported to the phone and to this address', async () => {
    const email = freshEmail();
    await setEmail(rider, email);
    expect(await textsTo(rider.phone)).toHaveLength(1);
    await post(paths.myEmail, { email: null }, rider);
    expect(await textsTo(rider.phone)).toHaveLength(2);
    expect(app.mail.mails.findLast(({ to }) => to === email)?.text).toContain('/notMe#');
  });

  test('a request that changes nothing sends no message', async () => {
    const email = freshEmail();
    await setEmail(rider, email);
    await post(paths.myEmail, { email }, rider);
    expect(await textsTo(rider.phone)).toHaveLength(1);
  });

  test('reading an undo link changes nothing, and using it gives the account back to its owner', async () => {
    const email = freshEmail();
    await setEmail(rider, email);
    const thiefs = await changePhone(rider);
    const token = await tokenTo(rider.phone);
    const shown = AccountChange.parse((await read(token)).body);
    expect(shown).toMatchObject({ kind: 'phone', state: 'open', signInBy: null });
    expect((await me(rider)).status).toBe(200);
    for (const path of [paths.readAccountChange, paths.undoAccountChange]) {
      expect((await app.call(`${path}?token=${token}`)).status).toBe(404);
    }
    expect(User.parse((await me(rider)).body).phone).toBe(thiefs);

    const knownDevices = () =>
      app.deps.db
        .selectFrom('known_devices')
        .select('device')
        .where('user_id', '=', rider.userId)
        .execute();
    expect(await knownDevices()).not.toEqual([]);
    const undone = AccountChange.parse((await undo(token)).body);
    expect(await knownDevices()).toEqual([]);
    expect(undone).toMatchObject({
      kind: 'phone',
      state: 'undone',
      signInBy: { phone: `••${rider.phone.slice(-2)}`, identities: [] },
    });
    expect((await me(rider)).status).toBe(401);
    expect(await casesAbout(rider.user.id)).toMatchObject([
      { rider: rider.user.id, changes: [{ kind: 'phone' }], takenFrom: [], leftWith: [] },
    ]);
    // A sign-in with the thief's phone now leads to another account. A sign-in with the owner's phone leads to the
    // restored account.
    app.deps.clock.advance(120);
    expect((await signUp(app, thiefs)).user.id).not.toBe(rider.user.id);
    const owner = await signUp(app, rider.phone);
    expect(owner.user).toMatchObject({ id: rider.user.id, email });
  });

  test('an undo link works only once', async () => {
    await changePhone(rider);
    const token = await tokenTo(rider.phone);
    await undo(token);
    app.deps.clock.advance(120);
    const owner = await signUp(app, rider.phone);
    const newer = await changePhone(owner);
    expect(AccountChange.parse((await undo(token)).body).state).toBe('undone');
    expect(User.parse((await me(owner)).body).phone).toBe(newer);
    expect(await casesAbout(rider.user.id)).toHaveLength(1);
  });

  test('two concurrent uses of a link undo the changes once', async () => {
    await changePhone(rider);
    const token = await tokenTo(rider.phone);
    const answers = await Promise.all([undo(token), undo(token), undo(token)]);
    for (const { body } of answers) expect(AccountChange.parse(body).state).toBe('undone');
    expect(await casesAbout(rider.user.id)).toHaveLength(1);
  });

  test('an undo link works for its own account only, and for seven days', async () => {
    const other = await signUp(app);
    const othersPhone = await changePhone(other);
    const phone = await changePhone(rider);
    const token = await tokenTo(rider.phone);
    app.deps.clock.advance(7 * dayS - 60);
    await undo(await tokenTo(other.phone));
    expect(User.parse((await me(rider)).body).phone).toBe(phone);
    expect((await me(other)).status).toBe(401);
    app.deps.clock.advance(61);
    expect(AccountChange.parse((await undo(token)).body).state).toBe('expired');
    expect(User.parse((await me(rider)).body).phone).toBe(phone);
    expect((await signUp(app, othersPhone)).user.id).not.toBe(other.user.id);
    await cleanUp(app.deps);
    expect(problemOf(await read(token))).toBe('notFound');
    expect(problemOf(await undo('an-unknown-token-of-22-letters'))).toBe('notFound');
  });

  test('the link of the first change undoes all later changes, and the thief’s own link has no further effect', async () => {
    const email = freshEmail();
    await setEmail(rider, email);
    const second = await changePhone(rider);
    const ownersToken = await tokenTo(rider.phone);
    app.deps.clock.advance(60);
    await changePhone(rider);
    await setEmail(rider, freshEmail());
    const [first = ''] = await textsTo(second);
    const thiefsToken = tokenIn(first);

    // The thief undoes the thief's second change. The owner's link still works.
    await undo(thiefsToken);
    app.deps.clock.advance(120);
    const thief = await signUp(app, second);
    expect(thief.user.id).toBe(rider.user.id);
    await undo(ownersToken);
    expect((await me(thief)).status).toBe(401);
    app.deps.clock.advance(120);
    const owner = await signUp(app, rider.phone);
    expect(owner.user.id).toBe(rider.user.id);
    expect(await emailOf(owner)).toBe(email);
    for (const text of await textsTo(second)) await undo(tokenIn(text));
    expect((await me(owner)).status).toBe(200);
  });

  test('after the use of the owner’s link, the thief’s link of a later change has no effect', async () => {
    const second = await changePhone(rider);
    const ownersToken = await tokenTo(rider.phone);
    await changePhone(rider);
    const thiefsToken = await tokenTo(second);
    await undo(ownersToken);
    app.deps.clock.advance(120);
    const owner = await signUp(app, rider.phone);
    expect(AccountChange.parse((await undo(thiefsToken)).body).state).toBe('undone');
    expect((await me(owner)).status).toBe(200);
    expect(await casesAbout(rider.user.id)).toMatchObject([
      { changes: [{ kind: 'phone' }, { kind: 'phone' }] },
    ]);
  });

  test('after a rider has undone only the second of two changes, the phone still counts as new', async () => {
    const second = await changePhone(rider);
    await changePhone(rider);
    await undo(await tokenTo(second));
    const { phone_changed_at: changedAt } = await app.deps.db
      .selectFrom('users')
      .select('phone_changed_at')
      .where('id', '=', rider.userId)
      .executeTakeFirstOrThrow();
    expect(changedAt).not.toBeNull();
  });

  test('a new account that the owner registered with the old phone loses the phone to the restored account', async () => {
    await changePhone(rider);
    const token = await tokenTo(rider.phone);
    app.deps.clock.advance(120);
    const byMistake = await signUp(app, rider.phone);
    expect(byMistake.user.id).not.toBe(rider.user.id);
    await undo(token);
    expect(await casesAbout(rider.user.id)).toMatchObject([{ takenFrom: [byMistake.user.id] }]);
    app.deps.clock.advance(120);
    expect((await signUp(app, rider.phone)).user.id).toBe(rider.user.id);
  });

  test('the undoing does not take the old phone from an account that is older than the change', async () => {
    const older = await signUp(app);
    app.deps.clock.advance(60);
    const thiefs = await changePhone(rider);
    const token = await tokenTo(rider.phone);
    app.deps.clock.advance(60);
    const { verify } = await askPhone(older, rider.phone);
    expect((await verify()).status).toBe(200);
    const undone = AccountChange.parse((await undo(token)).body);
    expect(undone.signInBy?.phone).toBeNull();
    expect(await casesAbout(rider.user.id)).toMatchObject([{ leftWith: [older.user.id] }]);
    expect(User.parse((await me(older)).body).phone).toBe(rider.phone);
    app.deps.clock.advance(120);
    expect((await signUp(app, thiefs)).user.id).not.toBe(rider.user.id);
  });

  test('a rider can make only a limited number of changes in a day @slow', async () => {
    const statuses = [];
    for (let change = 0; change < 21; change++) {
      const { verify } = await askPhone(rider);
      statuses.push((await verify()).status);
      app.deps.clock.advance(1);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
  });

  test('a change signs out all devices except the calling device', async () => {
    const others = await signUp(app, rider.phone);
    await setEmail(rider, freshEmail());
    expect((await me(rider)).status).toBe(200);
    expect((await me(others)).status).toBe(401);
  });

  test('a locked account rents nothing until its owner signs in', async () => {
    const renting = await Renting.at(app);
    const card = await renting.addCard(rider);
    await app.deps.db
      .updateTable('users')
      .set({ locked_at: app.deps.clock.now() })
      .where('id', '=', rider.userId)
      .execute();
    expect(problemOf(await renting.start(rider, card))).toBe('accountLocked');
    app.deps.clock.advance(60);
    const owner = await signUp(app, rider.phone);
    expect((await renting.start(owner, card)).status).toBe(202);
  });

  test('a running rental of a locked account continues, and its charger can be returned @slow', async () => {
    const renting = await Renting.at(app);
    const { id, slot } = Order.parse(
      (await renting.start(rider, await renting.addCard(rider))).body,
    );
    await renting.settle();
    await changePhone(rider);
    await undo(await tokenTo(rider.phone));
    app.deps.clock.advance(90 * 60);
    await renting.bringBack(slot ?? 0);
    await renting.settle();
    const owner = await signUp(app, rider.phone);
    const order = await app.call(fillPath(paths.order, { id }), { session: owner.sessionId });
    expect(Order.parse(order.body).status).toBe('complete');
  });

  test('the contacts of a deleted account get a message without an undo link', async () => {
    expect((await app.call(paths.me, { method: 'DELETE', session: rider.sessionId })).status).toBe(
      204,
    );
    const [text] = await textsTo(rider.phone);
    expect(text).toContain('your account was deleted');
    expect(text).not.toContain('notMe');
  });

  test('the deletion of an account deletes its undo links', async () => {
    await changePhone(rider);
    const token = await tokenTo(rider.phone);
    await app.call(paths.me, { method: 'DELETE', session: rider.sessionId });
    expect(problemOf(await undo(token))).toBe('notFound');
  });

  test('the server sends a message later if it could not be sent at first', async () => {
    app.texts.answers.push({ outcome: 'later', retryAfter: 30 });
    await changePhone(rider);
    expect(await textsTo(rider.phone)).toEqual([]);
    app.deps.clock.advance(31);
    expect(await textsTo(rider.phone)).toHaveLength(1);
    expect((await undo(await tokenTo(rider.phone))).status).toBe(200);
  });
});

forEachEngine((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine });
    registerJobs(app.deps);
  });
  afterAll(() => app.close());
  const { askPhone, changePhone, tokenTo, undo } = tools(() => app);
  const phoneOf = async ({ userId }: Rider) => {
    const row = app.deps.db.selectFrom('users').select('phone').where('id', '=', userId);
    return (await row.executeTakeFirstOrThrow()).phone;
  };

  test('only one of two concurrent changes from two sessions succeeds', async () => {
    const rider = await signUp(app);
    app.deps.clock.advance(60);
    const elsewhere = await signUp(app, rider.phone);
    const changes = [await askPhone(rider), await askPhone(elsewhere)];
    const answers = await Promise.all(changes.map(({ verify }) => verify()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
    const won = changes[answers.findIndex(({ status }) => status === 200)];
    expect(await phoneOf(rider)).toBe(won?.phone);
  });

  test('the first link can undo two concurrent changes of one session', async () => {
    const rider = await signUp(app);
    const changes = [await askPhone(rider), await askPhone(rider)];
    await Promise.all(changes.map(({ verify }) => verify()));
    await undo(await tokenTo(rider.phone));
    expect(await phoneOf(rider)).toBe(rider.phone);
  });

  test('a change that is concurrent with the undoing does not stay', async () => {
    const rider = await signUp(app);
    await changePhone(rider);
    const token = await tokenTo(rider.phone);
    app.deps.clock.advance(60);
    const { verify } = await askPhone(rider);
    const [undone, changed] = await Promise.all([undo(token), verify()]);
    expect(undone.status).toBe(200);
    expect([200, 401]).toContain(changed.status);
    expect(await phoneOf(rider)).toBe(rider.phone);
  });
});

forEachEngine((engine) => {
  test('the undoing unlinks the thief’s social account and links the owner’s again @slow', async () => {
    const world = await startSocialWorld(engine);
    const { app } = world;
    registerJobs(app.deps);
    const { changePhone, textsTo, tokenIn, undo, me } = tools(() => app);
    try {
      const rider = await signUp(app);
      await link(world, 'google', 'The Owner', rider.sessionId);
      await app.deps.outbox.idle();
      app.deps.clock.advance(60);
      const googles = await signInWith(world, 'google', 'The Owner');
      await app.call(fillPath(paths.myIdentity, { provider: 'google' }), {
        method: 'DELETE',
        session: googles.sessionId,
      });
      await app.deps.outbox.idle();
      await link(world, 'facebook', 'The Thief', googles.sessionId);
      await app.deps.outbox.idle();
      const thief = { ...rider, sessionId: googles.sessionId };
      await changePhone(thief);
      const [linked, unlinked, thiefs] = await textsTo(rider.phone);
      expect(linked).toContain('a social account was linked');
      expect(unlinked).toContain('a social account was unlinked');
      expect(thiefs).toContain('a social account was linked');
      // The owner first tries to sign in, which registers a new account.
      const byMistake = await signInWith(world, 'google', 'The Owner');
      expect(byMistake.user.id).not.toBe(rider.user.id);

      const undone = AccountChange.parse((await undo(tokenIn(unlinked))).body);
      expect(undone).toMatchObject({
        kind: 'unlinked',
        provider: 'google',
        signInBy: { phone: `••${rider.phone.slice(-2)}`, identities: ['google'] },
      });
      expect((await me(thief)).status).toBe(401);
      expect((await signInWith(world, 'facebook', 'The Thief')).user.id).not.toBe(rider.user.id);
      // The owner must sign in by phone first, because somebody else may also use the social account.
      await expect(signInWith(world, 'google', 'The Owner')).rejects.toThrow('sessionId');
      app.deps.clock.advance(120);
      expect((await signUp(app, rider.phone)).user.id).toBe(rider.user.id);
      const again: SignedIn = await signInWith(world, 'google', 'The Owner');
      expect(again.user.id).toBe(rider.user.id);
    } finally {
      await world.close();
    }
  });

  test('a rider without a phone unlocks the account by a social account @slow', async () => {
    const world = await startSocialWorld(engine);
    const { app } = world;
    registerJobs(app.deps);
    const { setEmail, changePhone, tokenIn, undo } = tools(() => app);
    try {
      const { sessionId, user } = await signInWith(world, 'google', 'Only Google');
      const { id: userId } = await app.deps.db
        .selectFrom('users')
        .select('id')
        .where('number', '=', user.id)
        .executeTakeFirstOrThrow();
      const rider: Rider = { sessionId, user, userId, phone: '' };
      const email = freshEmail();
      await setEmail(rider, email);
      await changePhone(rider);
      await app.deps.outbox.idle();
      await undo(tokenIn(app.mail.mails.findLast(({ to }) => to === email)?.text));
      const owner = await signInWith(world, 'google', 'Only Google');
      expect(owner.user).toMatchObject({ id: user.id, phone: null, email });
      const row = app.deps.db.selectFrom('users').select('locked_at').where('id', '=', userId);
      expect((await row.executeTakeFirstOrThrow()).locked_at).toBeNull();
    } finally {
      await world.close();
    }
  });
});
