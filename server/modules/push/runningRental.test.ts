import type { Updateable } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signUp, type Rider } from '../../testing/app.ts';
import type { Database } from '../../db/schema.ts';
import { forEachEngine } from '../../testing/database.ts';
import { everything, PushWorld } from '../../testing/pushWorld.ts';
import { completeRental, insertRental } from '../../testing/rentalRows.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { dateText } from '../../text/textFormats.ts';
import { addStation, testTariff } from '../../testing/stations.ts';

const minute = 60;
const hour = 60 * minute;

forEachEngine((engine) => {
  let world: PushWorld;
  let rider: Rider;
  let stationId: string;
  let endpoint: string;
  let rentalId: string;
  beforeAll(async () => {
    // It is 6:00 AM in Chicago.
    world = await PushWorld.start(engine, new Date('2026-11-02T12:00:00Z'));
    stationId = await addStation(world.app.deps.db, { name: 'Harbor Cafe' });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    // Each test starts at 6 AM in Chicago, so that the times in the messages are known.
    const { clock } = world.app.deps;
    const day = 24 * hour * 1000;
    const nextMorning =
      Math.ceil((clock.now().getTime() - 12 * hour * 1000) / day) * day + 12 * hour * 1000;
    clock.advance((nextMorning - clock.now().getTime()) / 1000);
    rider = await signUp(world.app);
    ({ endpoint } = await world.subscribe(rider));
  });

  const pickUp = async () => {
    rentalId = await insertRental(world.app.deps, rider, stationId, 'charging');
    await world.notifyRider(rider, 'chargerOut', { rentalId, stationId, details: { slot: 1 } });
  };
  const pass = async (seconds: number) => {
    world.app.deps.clock.advance(seconds);
    await world.app.deps.outbox.idle();
  };
  const messages = () => world.arrived(endpoint).map(({ message }) => message);
  const updates = () => messages().filter(({ quiet }) => quiet === true);
  test('after each increase of the price, one message shows the current price and the next increase', async () => {
    await world.choose(rider, { showDetails: true });
    await pickUp();
    const [out] = messages();
    await pass(59 * minute);
    expect(updates()).toEqual([]);
    await pass(2 * minute);
    const [update] = updates();
    expect(update).toMatchObject({
      title: 'Your rental is running',
      body: '$3.00 so far. From 8:00 AM: $4.00.',
      path: '/home',
      quiet: true,
      // With this tag, the message replaces the message about the pick-up, and the next update replaces this message.
      tag: out?.tag,
      notificationId: out?.notificationId,
    });
    await pass(hour);
    expect(updates()).toHaveLength(2);
    expect(updates()[1]?.tag).toBe(out?.tag);
  });

  const set = (values: Updateable<Database['rentals']>) =>
    world.app.deps.db.updateTable('rentals').set(values).where('id', '=', rentalId).execute();

  test('while a claim stops the clock, there is no message, and after a refusal the next step causes a message', async () => {
    await world.choose(rider, { showDetails: true });
    await pickUp();
    await pass(50 * minute);
    await set({ claimed_at: world.app.deps.clock.now() });
    await pass(2 * hour + 35 * minute);
    expect(updates()).toEqual([]);
    await set({ claimed_at: null, moved_seconds: 155 * minute });
    await pass(20 * minute);
    expect(updates()).toEqual([]);
    await pass(16 * minute);
    expect(updates().map(({ body }) => body)).toEqual(['$6.00 so far. From 11:00 AM: $7.00.']);
  });

  test('after the usual time of the loss, an open claim still delays the messages', async () => {
    await world.choose(rider, { showDetails: true });
    await pickUp();
    const lost = dateText(addMs(world.app.deps.clock.now(), 108 * hour * 1000), 'America/Chicago');
    await set({ claimed_at: world.app.deps.clock.now() });
    await pass(60 * hour);
    await set({ claimed_at: null, moved_seconds: 60 * hour });
    await pass(31 * minute);
    expect(updates().map(({ body }) => body)).toEqual([`$21.00 so far. From ${lost}: $30.00.`]);
  });

  test('a rental whose charger does not charge is free, so there is no message', async () => {
    await pickUp();
    await set({ is_free: true });
    await pass(5 * hour);
    expect(updates()).toEqual([]);
  });

  test('the message has the cost with the coupon, and the price of the loss at its postponed time', async () => {
    await world.choose(rider, { showDetails: true });
    await pickUp();
    await set({
      // The deposit is captured at the loss, so that the messages do not end before.
      tariff: JSON.stringify({ ...testTariff, depositCaptureMinutes: testTariff.lostMinutes }),
      moved_seconds: 2 * hour,
      discount: JSON.stringify({ kind: 'amountOff', amount: 300, minimumTotal: 0 }),
    });
    // The coupon pays the first two hours and the unlock fee.
    await pass(hour + minute);
    expect(updates()[0]?.body).toBe('$0.00 so far. From 8:00 AM: $1.00.');
    // On the second day, the usage reaches its cap. The next change is the loss.
    await pass(46 * hour);
    expect(updates().at(-1)?.body).toBe('$18.00 so far. From 8:00 AM: $30.00.');
  });

  test('the messages end with the rental', async () => {
    await pickUp();
    await pass(61 * minute);
    expect(updates()).toHaveLength(1);
    await completeRental(world.app.deps.db, rentalId);
    await pass(5 * hour);
    expect(updates()).toHaveLength(1);
  });

  test('a tariff with a step each minute sends a message at most every half hour @slow', async () => {
    await pickUp();
    const { db } = world.app.deps;
    const { tariff } = await db
      .selectFrom('rentals')
      .select('tariff')
      .where('id', '=', rentalId)
      .executeTakeFirstOrThrow();
    const fast = { ...tariff, rate: 1, rateMinutes: 1, cap: 100_000 };
    await db
      .updateTable('rentals')
      .set({ tariff: JSON.stringify(fast) })
      .where('id', '=', rentalId)
      .execute();
    for (let i = 0; i < 125; i++) await pass(minute);
    expect(updates().length).toBeGreaterThanOrEqual(2);
    expect(updates().length).toBeLessThanOrEqual(4);
  });

  test('a muted topic sends nothing, and hidden details hide the amounts', async () => {
    await world.choose(rider, { push: { ...everything.push, rental: false } });
    await pickUp();
    await pass(61 * minute);
    expect(messages()).toEqual([]);
    await world.choose(rider, { showDetails: false });
    await pass(hour);
    expect(updates().map(({ body }) => body)).toEqual(['Open the app to see the cost so far.']);
  });

  test('quiet hours delay the messages until their end', async () => {
    const at = (minutes: number) =>
      new Date(world.app.deps.clock.now().getTime() + minutes * 60_000).toISOString().slice(11, 16);
    await world.choose(rider, {
      quietHours: { from: at(-1), to: at(4 * 60), timeZone: 'UTC' },
    });
    await pickUp();
    expect(messages()).toHaveLength(1);
    await pass(3 * hour);
    expect(updates()).toEqual([]);
    await pass(hour + minute);
    expect(updates()).toHaveLength(1);
  });
});
