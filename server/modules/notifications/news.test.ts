import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NotificationList } from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { transact } from '../../db/unitOfWork.ts';
import { pushChoices } from '../push/notificationSettings.ts';
import { NewNews, NewsRepeatedError, publishNews, registerNews } from './publishNews.ts';

const inAll = (text: string) => ({ en: text, 'zh-CN': text, es: text });
const markup = '<img src=x onerror=alert(1)> **& more**\nA second line.';

forEachEngine((engine) => {
  let app: TestApp;
  let rider: Rider;
  let words = 0;

  beforeAll(async () => {
    app = await startTestApp({ engine });
    registerNews(app.deps, pushChoices);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    rider = await signUp(app);
  });

  test('every rider gets the news as written, except deleted accounts and later accounts', async () => {
    const gone = await signUp(app);
    await app.call(paths.me, { method: 'DELETE', session: gone.sessionId });
    const news = some({ body: inAll(markup), link: '/coupon?from=news' });
    await publish(news);
    app.deps.clock.advance(1);
    const late = await signUp(app);
    await app.deps.outbox.idle();
    expect(await listNotifications(rider)).toMatchObject([
      { kind: 'news', order: null, station: null, readAt: null, news },
    ]);
    expect(await listNotifications(late)).toEqual([]);
    expect(await rowsOf(gone)).toBe(0);
  });

  test('only riders who chose news get the news on their devices', async () => {
    const keen = await signUp(app);
    const calm = await signUp(app);
    for (const [{ userId }, wants] of [
      [keen, true],
      [calm, false],
    ] as const) {
      await app.deps.db
        .insertInto('notification_settings')
        .values({
          user_id: userId,
          push: JSON.stringify({ news: wants }),
          quiet_hours: 'null',
          show_details: false,
          receipt_by: 'none',
        })
        .execute();
    }
    await publish(some());
    await app.deps.outbox.idle();
    const handed = await handedOut();
    const isHanded = async (of: Rider) =>
      (await listNotifications(of)).map(({ id }) =>
        handed.has(JSON.stringify({ notificationId: id })),
      );
    expect([await isHanded(rider), await isHanded(keen), await isHanded(calm)]).toEqual([
      [false],
      [true],
      [false],
    ]);
  });

  test('an interrupted delivery continues where it stopped, and notifies each rider once', async () => {
    await addRiders(2500);
    const id = await publish(some());
    await app.deps.outbox.idle();
    const count = await riders();
    expect(await newsOf(id)).toMatchObject({ riders: count, finished_at: expect.any(Date) });

    // Creates the state after a crash: only the first thousand riders have been notified.
    await app.deps.db
      .deleteFrom('notifications')
      .where('news_id', '=', id)
      .where('user_id', 'in', (of) =>
        of
          .selectFrom('users')
          .select('id')
          .where('deleted_at', 'is', null)
          .orderBy('id')
          .offset(1000),
      )
      .execute();
    const last = await app.deps.db
      .selectFrom('notifications')
      .select('user_id')
      .where('news_id', '=', id)
      .orderBy('user_id', 'desc')
      .executeTakeFirstOrThrow();
    await app.deps.db
      .updateTable('news')
      .set({ told_up_to: last.user_id, riders: 1000, finished_at: null })
      .where('id', '=', id)
      .execute();
    await app.deps.db
      .updateTable('outbox')
      .set({ done_at: null, run_at: app.deps.clock.now() })
      .where('kind', '=', 'news.publish')
      .execute();
    await app.deps.outbox.idle();
    expect(await newsOf(id)).toMatchObject({ riders: count, finished_at: expect.any(Date) });
    const rows = await app.deps.db
      .selectFrom('notifications')
      .select('user_id')
      .where('news_id', '=', id)
      .execute();
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(({ user_id }) => user_id)).size).toBe(count);
  });

  test('the same news cannot be published twice', async () => {
    const news = some();
    await publish(news);
    await expect(publish({ ...news })).rejects.toThrow(NewsRepeatedError);
  });

  test.each([
    ['a language too few', { title: { en: 'Hello', es: 'Hola' } }],
    ['a language too many', { title: { ...inAll('x'), fr: 'Bonjour' } }],
    ['an empty text', { body: { ...inAll('x'), es: ' ' } }],
    ['a long title', { title: inAll('x'.repeat(81)) }],
    ['a title of two lines', { title: inAll('one\ntwo') }],
    ['a long body', { body: inAll('x'.repeat(2001)) }],
    ['control characters', { body: inAll('a\u0007b') }],
    ['another host', { link: 'https://evil.example/' }],
    ['another host, in disguise', { link: '//evil.example' }],
    ['another host, in a better disguise', { link: '/\\evil.example' }],
    ['a script', { link: 'javascript:alert(1)' }],
    ['a call', { link: '/api/me' }],
    ['a page for operators', { link: '/sandbox' }],
    ['a path that is another once it is resolved', { link: '/home/../api/me' }],
    ['something else', { colour: 'red' }],
  ])('the server refuses news with %s', (_, wrong) => {
    expect(NewNews.safeParse({ ...some(), ...wrong }).success).toBe(false);
  });

  function some(more: Partial<NewNews> = {}): NewNews {
    words += 1;
    return NewNews.parse({ title: inAll(`News ${words}`), body: inAll('Plain.'), ...more });
  }

  function publish(news: NewNews): Promise<string> {
    return transact(app.deps, (work) => publishNews(work, news));
  }

  async function listNotifications({ sessionId: session }: Rider) {
    const { body } = await app.call(paths.notifications, { session });
    return NotificationList.parse(body).notifications;
  }

  async function handedOut(): Promise<Set<string>> {
    const jobs = await app.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where('kind', '=', 'news.deliver')
      .execute();
    return new Set(jobs.map(({ payload }) => JSON.stringify(payload)));
  }

  async function rowsOf({ userId }: Rider): Promise<number> {
    const rows = await app.deps.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    return rows.length;
  }

  async function riders(): Promise<number> {
    const { count } = await app.deps.db
      .selectFrom('users')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    return count;
  }

  function newsOf(id: string) {
    return app.deps.db
      .selectFrom('news')
      .select(['riders', 'finished_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  async function addRiders(count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => {
      const name = `news-${n}`;
      return {
        id: randomUUID(),
        number: name,
        phone: name,
        invite_code: name,
        language: 'en' as const,
        created_at: app.deps.clock.now(),
      };
    });
    await app.deps.db.insertInto('users').values(rows).execute();
  }
});
