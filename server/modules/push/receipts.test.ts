import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, type Rider } from '../../testing/app.ts';
import { forEachEngine } from '../../testing/database.ts';
import { insertRental } from '../../testing/rentalRows.ts';
import { everything, PushWorld } from '../../testing/pushWorld.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { addStation } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { addSeller } from '../invoices/sellers.ts';
import { receiptText } from './receiptText.ts';

forEachEngine((engine) => {
  let world: PushWorld;
  let rider: Rider;
  let stationId: string;
  let email: string;
  beforeAll(async () => {
    const now = new Date('2026-11-02T18:00:00Z');
    world = await PushWorld.start(engine, now, new FakePayments());
    registerOrderJobs(world.app.deps);
    const place = { name: 'Harbor Cafe', time_zone: 'America/Chicago' };
    stationId = await addStation(world.app.deps.db, place);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    rider = await signUp(world.app);
    email = `${rider.user.id}@example.com`;
  });

  const confirmEmail = () => change({ email, email_confirmed_at: world.app.deps.clock.now() });
  const change = (set: { email?: string; email_confirmed_at?: Date | null; phone?: null }) =>
    world.app.deps.db.updateTable('users').set(set).where('id', '=', rider.userId).execute();
  const texts = () => world.app.texts.texts.filter(({ to }) => to === rider.phone);
  const mails = () => world.app.mail.mails.filter(({ to }) => to === email);
  const pass = async (seconds: number) => {
    world.app.deps.clock.advance(seconds);
    await world.app.deps.outbox.idle();
  };

  /** Finishes a rental without notifying its rider. */
  async function bringBack(): Promise<{ rentalId: string; number: string }> {
    const { deps } = world.app;
    const rentalId = await insertRental(deps, rider, stationId, 'settling');
    const startedAt = new Date('2026-11-02T17:05:00Z');
    const { number } = await deps.db
      .updateTable('rentals')
      .set({ started_at: startedAt, returned_at: deps.clock.now(), total: 250 })
      .set({ return_station_id: stationId, return_slot: 2 })
      .where('id', '=', rentalId)
      .returning('number')
      .executeTakeFirstOrThrow();
    return { rentalId, number };
  }
  const notifyReturned = (rentalId: string) =>
    world.notifyRider(rider, 'returned', { rentalId, stationId });
  /** The time of the return in the format of text messages. */
  const shortTime = () =>
    new Intl.DateTimeFormat('en-US', {
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/Chicago',
    })
      .format(world.app.deps.clock.now())
      .replace(/\s/g, ' ');

  test('a return sends the receipt as a text message once', async () => {
    const renting = await Renting.at(world.app);
    const card = await renting.addCard(rider);
    await world.choose(rider, { receiptBy: 'text' });
    const { number } = await renting.rent(rider, card, 90);
    await pass(3600);
    expect(texts()).toHaveLength(1);
    expect(texts()[0]?.body).toMatch(new RegExp(`\\$3\\.00.*${number}`));
    const lines = world.logged.join('');
    for (const named of [rider.phone, rider.sessionId]) expect(lines).not.toContain(named);
  });

  test.each(['en', 'es', 'zh-CN'] as const)(
    'a rider who chose text messages gets a receipt in %s',
    async (language) => {
      const { sessionId: session } = rider;
      await world.app.call(paths.me, { method: 'PATCH', session, body: { language } });
      // The receipt is sent despite muted topics, quiet hours and missing browsers, because the phone may
      // have no power.
      expect(
        await world.choose(rider, {
          receiptBy: 'text',
          push: { ...everything.push, rental: false },
          quietHours: { from: '00:00', to: '23:59', timeZone: 'UTC' },
        }),
      ).toMatchObject({ status: 200 });
      const { rentalId, number } = await bringBack();
      const at = shortTime();
      await notifyReturned(rentalId);
      await notifyReturned(rentalId);
      await pass(3600);
      const { publicUrl } = world.app.deps.settings;
      const words = { brand: '', at, amount: '$2.50', number };
      const path = `/history/detail?orderId=${rentalId}`;
      expect(texts()).toEqual([
        { to: rider.phone, body: receiptText(publicUrl, language, words, path) },
      ]);
      expect(mails()).toEqual([]);
    },
  );

  test('a rider who chose mail gets a receipt by mail', async () => {
    await confirmEmail();
    await world.choose(rider, { receiptBy: 'email' });
    const { rentalId, number } = await bringBack();
    world.app.mail.refusals = 1;
    await notifyReturned(rentalId);
    expect(mails()).toEqual([]);
    await pass(60);
    await notifyReturned(rentalId);
    await pass(3600);
    expect(mails()).toHaveLength(1);
    const [mail] = mails();
    expect(mail?.subject).toBe(`Receipt for order ${number}: $2.50`);
    expect(mail?.text).toContain('Taken: Nov 2, 2026, 11:05 AM');
    expect(mail?.text).toMatch(/Returned: Nov \d+, 2026, \d+:\d\d [AP]M, Harbor Cafe/);
    expect(mail?.text).toContain(`/history/detail?orderId=${rentalId}\n`);
    expect(mail?.text).not.toContain(rider.sessionId);
    expect(texts()).toEqual([]);
  });

  test('without the setting the rider gets no receipt, and other notifications send no receipt', async () => {
    const { rentalId } = await bringBack();
    await notifyReturned(rentalId);
    await world.choose(rider, { receiptBy: 'text' });
    await world.notifyRider(rider, 'refunded', { rentalId, stationId });
    await pass(3600);
    expect([texts(), mails()]).toEqual([[], []]);
  });

  test('a message that was certainly not sent is retried, and a message that may have been sent is not', async () => {
    await world.choose(rider, { receiptBy: 'text' });
    const first = await bringBack();
    world.app.texts.answers.push({ outcome: 'later', retryAfter: 120 });
    await notifyReturned(first.rentalId);
    await pass(110);
    expect(texts()).toEqual([]);
    await pass(15);
    expect(texts()).toHaveLength(1);
    const second = await bringBack();
    world.app.texts.answers.push({ outcome: 'dropped', why: 'it hung' });
    await notifyReturned(second.rentalId);
    await pass(3600);
    expect(texts()).toHaveLength(1);
  });

  test('the retries end after a day', async () => {
    await world.choose(rider, { receiptBy: 'text' });
    const { rentalId } = await bringBack();
    world.app.texts.answers.push({ outcome: 'later', retryAfter: 3600 });
    await notifyReturned(rentalId);
    await pass(24 * 3600);
    expect(texts()).toEqual([]);
  });

  test('a return that an offline cabinet reports days later still sends a receipt', async () => {
    await world.choose(rider, { receiptBy: 'text' });
    const { rentalId } = await bringBack();
    world.app.deps.clock.advance(3 * 24 * 3600);
    await notifyReturned(rentalId);
    expect(texts()).toHaveLength(1);
  });

  test('an unconfirmed address gets no mail, and the rider cannot choose it', async () => {
    await confirmEmail();
    await world.choose(rider, { receiptBy: 'email' });
    await change({ email_confirmed_at: null });
    const { rentalId } = await bringBack();
    await notifyReturned(rentalId);
    expect(mails()).toEqual([]);
    expect((await world.choose(rider, { receiptBy: 'email' })).status).toBe(400);
    await change({ phone: null });
    expect((await world.choose(rider, { receiptBy: 'text' })).status).toBe(400);
  });

  test('an open rental sends no receipt', async () => {
    await world.choose(rider, { receiptBy: 'text' });
    const rentalId = await insertRental(world.app.deps, rider, stationId, 'charging');
    await notifyReturned(rentalId);
    expect(texts()).toEqual([]);
  });

  // This test must be the last one, because a seller cannot be removed again.
  test('with a seller, the mail waits for the capture and names the invoice, or is sent without the invoice if no capture comes in time @slow', async () => {
    const { deps } = world.app;
    const seller = { name: 'Chargers', address: '1 Harbor Road', tax_number: 'B1', tax_rate: 825 };
    await transact(deps, (work) =>
      addSeller(work, { ...seller, valid_from: work.now, time_zone: 'UTC' }),
    );
    await confirmEmail();
    await world.choose(rider, { receiptBy: 'email' });
    const renting = await Renting.at(world.app);
    await renting.rent(rider, await renting.addCard(rider), 90);
    for (let tries = 0; tries < 6; tries++) await pass(60);
    const year = deps.clock.now().getUTCFullYear();
    expect(mails().map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`Receipt and invoice ${year}-000001`),
    ]);
    for (const words of ['$3.00, with $0.23 tax (8.25%)', 'Chargers, 1 Harbor Road', 'B1']) {
      expect(mails()[0]?.text).toContain(words);
    }
    const { rentalId } = await bringBack();
    await notifyReturned(rentalId);
    for (let tries = 0; tries < 8; tries++) await pass(120);
    expect(mails().map(({ subject }) => subject.includes('invoice'))).toEqual([true, false]);
  });
});
