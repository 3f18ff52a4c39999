import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Language } from '../../../contract/config.ts';
import { paths } from '../../../contract/paths.ts';
import { signUp, type Rider } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { completeRental, insertRental } from '../../testing/rentalRows.ts';
import { PushWorld, topicOfKinds } from '../../testing/pushWorld.ts';
import { addStation } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { deliverJob } from '../notifications/deliverJob.ts';

forEachEngine((engine) => {
  let world: PushWorld;
  let rider: Rider;
  let stationId: string;
  let endpoint: string;
  beforeAll(async () => {
    world = await PushWorld.start(engine, new Date('2026-11-02T12:00:00Z'));
    stationId = await addStation(world.app.deps.db, { name: 'Harbor Cafe' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    rider = await signUp(world.app);
    ({ endpoint } = await world.subscribe(rider));
  });

  const speak = (language: Language) =>
    world.app.call(paths.me, { method: 'PATCH', session: rider.sessionId, body: { language } });
  const about = () => ({
    stationId,
    details: { amount: { amount: 1250, currency: 'USD' }, slot: 7 },
  });

  test('push messages contain no station and no amount unless the rider allows it', async () => {
    for (const [kind] of topicOfKinds) {
      await world.notifyRider(rider, kind, about());
    }
    const shown = world.arrived(endpoint).map(({ message }) => message);
    expect(shown).toHaveLength(topicOfKinds.length);
    for (const { title, body } of shown) {
      expect(`${title} ${body}`).not.toMatch(/Harbor|12\.50|\d|\{/);
    }
  });

  test.each([
    [
      'en',
      'Your charger is back',
      'Tap for the receipt.',
      'Harbor Cafe: $12.50. Tap for the receipt.',
    ],
    [
      'es',
      'Tu cargador está de vuelta',
      'Toca para ver el recibo.',
      'Harbor Cafe: $12.50. Toca para ver el recibo.',
    ],
    ['zh-CN', '充电宝已归还', '点按查看收据。', 'Harbor Cafe：$12.50。点按查看收据。'],
  ] as const)('push messages are translated to %s', async (language, title, plain, details) => {
    await speak(language);
    await world.notifyRider(rider, 'returned', about());
    await world.choose(rider, { showDetails: true });
    await world.notifyRider(rider, 'returned', about());
    // Without a station, the message has the plain text.
    await world.notifyRider(rider, 'returned', { details: about().details });
    expect(world.arrived(endpoint).map(({ message }) => message)).toMatchObject([
      { title, body: plain, language },
      { title, body: details, language },
      { title, body: plain, language },
    ]);
  });

  test.each([
    [
      'en',
      "If you don't return it before Nov 3, 2026, 6:00 AM, we charge the whole hold of $12.50.",
    ],
    [
      'es',
      'Si no lo devuelves antes del Nov 3, 2026, 6:00 AM, se cobra toda la retención de $12.50.',
    ],
    ['zh-CN', '如未在 Nov 3, 2026, 6:00 AM 前归还，将扣除全部预授权 $12.50。'],
  ] as const)(
    'warnings in %s contain the deadline, in the time zone of the station',
    async (language, body) => {
      await speak(language);
      await world.choose(rider, { showDetails: true });
      const details = { ...about().details, dueAt: '2026-11-03T12:00:00Z' };
      await world.notifyRider(rider, 'depositSoon', { stationId, details });
      expect(world.arrived(endpoint).map(({ message }) => message.body)).toEqual([body]);
    },
  );

  test.each([
    ['en', 'Support waived $12.50. Tap for the answer.'],
    ['es', 'Soporte condonó $12.50. Toca para ver la respuesta.'],
    ['zh-CN', '客服已免收 $12.50。点按查看答复。'],
  ] as const)('push messages in %s never call a waiver a refund', async (language, body) => {
    await speak(language);
    await world.choose(rider, { showDetails: true });
    const details = { ...about().details, outcome: 'refunded' as const, waived: true };
    await world.notifyRider(rider, 'caseAnswered', { details });
    expect(world.arrived(endpoint).map(({ message }) => message.body)).toEqual([body]);
  });

  test('push messages exist for every kind in every language @slow', async () => {
    await world.choose(rider, { showDetails: true });
    for (const language of ['en', 'es', 'zh-CN'] as const) {
      await speak(language);
      const before = world.arrived(endpoint).length;
      for (const [kind] of topicOfKinds) {
        await world.notifyRider(rider, kind, about());
      }
      const shown = world.arrived(endpoint).slice(before);
      for (const { message } of shown) expect(message.body).not.toMatch(/[{}]|undefined/);
      expect(new Set(shown.map(({ message }) => message.title)).size).toBeGreaterThan(10);
    }
  });

  test('push messages of news have the operator’s text, shortened, and go only to riders who chose news', async () => {
    const announceNews = async () => {
      const newsId = randomUUID();
      const inEach = (text: string) => ({ en: text, es: text, 'zh-CN': text });
      const words = { title: inEach('<b>New</b>'), body: inEach('👩‍🔧'.repeat(400)) };
      const notificationId = randomUUID();
      await transact(world.app.deps, async (work) => {
        await work.trx
          .insertInto('news')
          .values({
            id: newsId,
            words: JSON.stringify(words),
            link: null,
            published_at: work.now,
          })
          .execute();
        await work.trx
          .insertInto('notifications')
          .values({
            id: notificationId,
            user_id: rider.userId,
            kind: 'news',
            key: `news:${newsId}`,
            news_id: newsId,
            details: '{}',
            created_at: work.now,
          })
          .execute();
        await work.enqueue({ kind: deliverJob, key: newsId, payload: { notificationId } });
      });
      await world.app.deps.outbox.idle();
    };
    await announceNews();
    expect(world.arrived(endpoint)).toEqual([]);
    await world.choose(rider, {});
    await announceNews();
    const [shown] = world.arrived(endpoint);
    expect(shown?.message.title).toBe('<b>New</b>');
    expect(shown?.message.body).toMatch(/^(👩‍🔧)+…$/u);
    expect(shown?.urgency).toBe('low');
  });

  test('push messages open the right page, and a later message about a charger replaces the earlier message', async () => {
    const rentalId = await insertRental(world.app.deps, rider, stationId, 'charging');
    await world.notifyRider(rider, 'chargerOut', { ...about(), rentalId });
    await completeRental(world.app.deps.db, rentalId);
    await world.notifyRider(rider, 'returned', { ...about(), rentalId });
    await world.notifyRider(rider, 'refunded', { ...about(), rentalId });
    await world.notifyRider(rider, 'available', { ...about(), details: { wants: 'freeSlot' } });
    await world.notifyRider(rider, 'toppedUp');
    await world.notifyRider(rider, 'caseAnswered');
    const shown = world.arrived(endpoint);
    expect(shown.map(({ message }) => message.path)).toEqual([
      '/home',
      `/history/detail?orderId=${rentalId}`,
      `/history/detail?orderId=${rentalId}`,
      `/home?equip_id=${stationId}`,
      expect.stringMatching(/^\/notification\/detail\?id=/),
      '/help/reports',
    ]);
    const tags = shown.map(({ message }) => message.tag);
    expect(tags[1]).toBe(tags[0]);
    expect(new Set(tags).size).toBe(5);
    expect(shown.map(({ topic }) => topic?.length)).toEqual(shown.map(() => 32));
    expect(shown[1]?.topic).toBe(shown[0]?.topic);
    // The topic must not contain the id of the order, because the push service must get no data about the order.
    expect(shown[1]?.topic).not.toContain(rentalId.slice(0, 8));
    expect(shown.map(({ message }) => message.badge)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(shown.map(({ urgency }) => urgency))).toEqual(new Set(['high']));
  });
});
