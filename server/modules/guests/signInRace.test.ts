import { afterAll, beforeAll, expect, test } from 'vitest';
import { SignedIn } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import { freshPhone, signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { countLockWaits, forBothEngines } from '../../testing/database.ts';
import { addGuest, textCode } from '../../testing/guests.ts';
import { StoppedClock } from '../../testing/stoppedClock.ts';
import { transact } from '../../db/unitOfWork.ts';
import { signInGuest } from '../auth/guests.ts';
import { moveGuest } from './moveGuest.ts';

const dayS = 24 * 60 * 60;

forBothEngines((engine) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ engine, clock: new StoppedClock() });
  });
  afterAll(() => app.close());

  const userOf = (phone: string) =>
    app.deps.db
      .selectFrom('users')
      .select(['id', 'is_guest'])
      .where('phone', '=', phone)
      .executeTakeFirst();
  /** Signs the guest in, like a sign-in that has already read the guest from the session. */
  const signIn = (guestId: string, phone: string) =>
    transact(app.deps, (work) => signInGuest(work, moveGuest, guestId, { phone, language: 'en' }));

  test('a guest becomes one rider with the first code, and a second code at the same time signs in another new rider', async () => {
    const { userId } = await addGuest(app);
    const [first, second] = [freshPhone(), freshPhone()];
    await signIn(userId, first);
    const next = await signIn(userId, second);
    expect(next).toMatchObject({ phone: second, isNew: true });
    expect(await userOf(first)).toEqual({ id: userId, is_guest: false });
    expect(await userOf(second)).toEqual({ id: next.id, is_guest: false });
    expect(next.id).not.toBe(userId);
  });

  test('after a guest has signed in to an account, a second code of the guest does not give the account a new phone', async () => {
    const rider = await signUp(app);
    const { userId } = await addGuest(app);
    await signIn(userId, rider.phone);
    const phone = freshPhone();
    const next = await signIn(userId, phone);
    expect(await userOf(phone)).toEqual({ id: next.id, is_guest: false });
    expect([userId, rider.userId]).not.toContain(next.id);
  });

  test('no browser gets a guest session of a guest who has just become a rider', async () => {
    const { userId, cookie } = await addGuest(app);
    const phone = freshPhone();
    const { opened } = await transact(app.deps, async (work) => {
      await signInGuest(work, moveGuest, userId, { phone, language: 'en' });
      // The browser requests a session of a guest before the sign-in is committed.
      const asking = addGuest(app, cookie);
      if (engine === 'postgres') await expect.poll(() => countLockWaits(app.deps.db)).toBe(1);
      return { opened: asking };
    });
    const next = await opened;
    expect(next.userId).not.toBe(userId);
    expect(next.user.phone).toBeNull();
    const open = await app.deps.db
      .selectFrom('sessions')
      .select('id_hash')
      .where('user_id', '=', userId)
      .where('is_guest', '=', true)
      .where('state', '=', 'active')
      .execute();
    expect(open).toEqual([]);
  });

  test('a code that is entered in an expired guest session signs in without the guest', async () => {
    const { userId, sessionId } = await addGuest(app);
    app.deps.clock.advance(15 * dayS);
    const answer = await (await textCode(app, freshPhone()))(sessionId);
    const signedIn = SignedIn.parse(answer.body);
    const me = await app.call(paths.me, { session: signedIn.sessionId });
    expect(me.status).toBe(200);
    const guest = await app.deps.db
      .selectFrom('users')
      .select(['phone', 'is_guest'])
      .where('id', '=', userId)
      .executeTakeFirst();
    expect(guest).toEqual({ phone: null, is_guest: true });
  });
});
