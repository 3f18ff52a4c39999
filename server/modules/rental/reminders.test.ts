import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import type { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import { RecordingMail } from '../../testing/recordingProviders.ts';
import { RentalWorld, type TestRider } from '../../testing/rentalWorld.ts';
import { transact } from '../../db/unitOfWork.ts';
import { payRental } from './bill/payRental.ts';

const hour = 3600;
const day = 24 * hour;

forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let mail: RecordingMail;
  let cabinet: FakeCabinet;
  let rider: TestRider;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    mail = new RecordingMail();
    world = await RentalWorld.on(database.db, mail);
    cabinet = await world.addCabinet(['a', null]);
    rider = await world.addRider(['failsLater', 'pays']);
  });

  test('a rental whose check always fails opens only one case @slow', async () => {
    const id = await world.start(rider, cabinet);
    await world.settle();
    // The row is inconsistent, because the rental runs but has no start time.
    const broken = {
      state: 'overdue' as const,
      started_at: null,
      next_check_at: world.clock.now(),
    };
    await database.db.updateTable('rentals').set(broken).where('id', '=', id).execute();
    for (let round = 0; round < 4; round++) await world.pass(60);
    expect(await world.cases()).not.toContain(`jobStuck:rental:${id}`);
    for (let round = 0; round < 4; round++) await world.pass(60);
    expect((await world.cases()).filter((key) => key === `jobStuck:rental:${id}`)).toHaveLength(1);
  });

  test('an unpaid order sends reminders after one, three and seven days, and no more @slow', async () => {
    await confirmEmail();
    const { id, number } = await becomeUnpaid();
    const received: [number, number][] = [];
    for (let days = 0; days < 12; days++) {
      await world.pass(day);
      received.push([days + 1, mail.mails.length]);
    }
    expect(received.filter(([, sent], index) => sent !== (received[index - 1]?.[1] ?? 0))).toEqual([
      [1, 1],
      [3, 2],
      [7, 3],
    ]);
    const [first] = mail.mails;
    expect(first).toMatchObject({
      to: 'alex@example.com',
      subject: `Please pay $2.00 for order ${number}`,
    });
    expect(first?.text).toContain(`/history/detail?orderId=${id}`);
  });

  test('a paid order sends no reminder', async () => {
    await confirmEmail();
    const { id } = await becomeUnpaid();
    await world.pass(day + hour);
    expect(mail.mails).toHaveLength(1);
    const paymentMethodId = rider.cards.get('pays') ?? '';
    await transact(world.deps, (work) => payRental(work, rider.userId, id, { paymentMethodId }));
    await world.settle();
    expect((await world.rental(id)).state).toBe('complete');
    await world.pass(9 * day);
    expect(mail.mails).toHaveLength(1);
  });

  test('the server does not send a pending reminder after the order is paid', async () => {
    await confirmEmail();
    const { id } = await becomeUnpaid();
    world.clock.advance(day + hour);
    await world.timers.runDue();
    await database.db
      .updateTable('rentals')
      .set({ state: 'complete' })
      .where('id', '=', id)
      .execute();
    await world.deps.outbox.idle();
    expect(mail.mails).toEqual([]);
  });

  test('after a long stop the server sends one reminder, and sends the next reminder on time', async () => {
    await confirmEmail();
    await becomeUnpaid();
    await world.pass(4 * day);
    expect(mail.mails).toHaveLength(1);
    await world.pass(2 * day);
    expect(mail.mails).toHaveLength(1);
    await world.pass(day + hour);
    expect(mail.mails).toHaveLength(2);
  });

  test('an unconfirmed address gets no mail', async () => {
    await database.db
      .updateTable('users')
      .set({ email: 'alex@example.com' })
      .where('id', '=', rider.userId)
      .execute();
    await becomeUnpaid();
    await world.pass(8 * day);
    expect(mail.mails).toEqual([]);
  });

  async function becomeUnpaid() {
    const id = await world.start(rider, cabinet, 'failsLater');
    await world.settle();
    await world.pass(hour / 2);
    cabinet.push('a');
    await world.settle();
    const rental = await world.rental(id);
    expect(rental.state).toBe('unpaid');
    return rental;
  }

  async function confirmEmail(): Promise<void> {
    await database.db
      .updateTable('users')
      .set({ email: 'alex@example.com', email_confirmed_at: world.clock.now() })
      .where('id', '=', rider.userId)
      .execute();
  }
});
