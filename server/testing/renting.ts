import { randomUUID } from 'node:crypto';
import { Order } from '../../contract/orders.ts';
import { PaymentMethod } from '../../contract/payment.ts';
import { fillPath, paths } from '../../contract/paths.ts';
import type { StartRental } from '../../contract/rental.ts';
import { listenToCabinets } from '../composition.ts';
import { bookCharge } from '../modules/ledger/ledger.ts';
import { creditWallet } from '../modules/wallet/credits.ts';
import { transact } from '../db/unitOfWork.ts';
import type { CallAnswer, CallOptions, Rider, TestApp } from './app.ts';
import { FakeCabinet } from './cabinets/fakeCabinet.ts';
import { addStation, testTariff } from './stations.ts';

type Session = Pick<Rider, 'sessionId'>;

/** A cabinet with three chargers. Riders rent them over HTTP. */
export class Renting {
  readonly cabinet: FakeCabinet;
  readonly #app: TestApp;

  private constructor(app: TestApp, cabinet: FakeCabinet) {
    this.#app = app;
    this.cabinet = cabinet;
  }

  /** The app must use `FakePayments`, and `registerOrderJobs` must have been called. */
  static async at(app: TestApp): Promise<Renting> {
    const stationId = await addStation(app.deps.db, { online: false });
    const chargers = [1, 2, 3].map((slot) => chargerOf(stationId, slot));
    const cabinet = new FakeCabinet(stationId, [...chargers, null], () => app.deps.clock.now());
    const renting = new Renting(app, cabinet);
    await listenToCabinets(app.deps).onState(stationId, { online: true, bootId: cabinet.bootId });
    cabinet.report();
    await renting.#deliverEvents();
    return renting;
  }

  /** Saves a card with this behaviour for the rider. */
  async addCard({ sessionId: session }: Session, habit = 'pays'): Promise<string> {
    const body = {
      token: `tok_${habit}_${randomUUID()}`,
      country: 'US',
      postalCode: '60601',
      makeDefault: true,
    };
    const options = { method: 'POST', session, key: randomUUID(), body };
    return PaymentMethod.parse((await this.#app.call(paths.paymentMethods, options)).body).id;
  }

  request(
    { sessionId: session }: Session,
    paymentMethodId: string,
    more: Partial<StartRental> = {},
  ): CallOptions {
    const { stationId } = this.cabinet;
    const body = { stationId, paymentMethodId, tariffId: testTariff.id, ...more };
    return { method: 'POST', session, key: randomUUID(), body };
  }

  async start(rider: Session, card: string, more?: Partial<StartRental>): Promise<CallAnswer> {
    this.cabinet.heartbeat();
    await this.#deliverEvents();
    return this.#app.call(paths.rentals, this.request(rider, card, more));
  }

  /** Inserts the rows of a paid and credited top-up. */
  async topUp({ userId }: Rider, card: string, amount: number, bonus: number): Promise<void> {
    const { deps } = this.#app;
    const id = randomUUID();
    const { currency } = testTariff;
    const both = { user_id: userId, payment_method_id: card, currency, amount };
    await transact(deps, async (work) => {
      await work.trx
        .insertInto('top_ups')
        .values({
          ...both,
          id,
          number: `T-${id.slice(0, 8)}`,
          state: 'credited',
          bonus,
          created_at: work.now,
          credited_at: work.now,
        })
        .execute();
      const payment = await work.trx
        .insertInto('payments')
        .values({
          ...both,
          id: randomUUID(),
          top_up_id: id,
          purpose: 'topUp',
          state: 'captured',
          captured: amount,
          created_at: work.now,
          changed_at: work.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await bookCharge(work, payment);
      const credit = { userId, currency, topUp: amount, bonus, key: `topUp:${id}` };
      await creditWallet(work, { ...credit, reason: 'topUp' });
    });
  }

  /** Performs all pending jobs, and the commands and events of the cabinet. */
  async settle(): Promise<void> {
    await this.#app.deps.outbox.idle();
    for (const { stationId, command } of this.#app.gateway.commands.splice(0)) {
      if (stationId === this.cabinet.stationId) this.cabinet.inbox.push(command);
    }
    while (this.cabinet.inbox.length > 0) this.cabinet.obey();
    await this.#deliverEvents();
    await this.#app.deps.outbox.idle();
  }

  async bringBack(slot: number): Promise<void> {
    this.cabinet.push(chargerOf(this.cabinet.stationId, slot));
    await this.#deliverEvents();
    await this.settle();
  }

  /**
   * Pushes the charger that was in `slot` into a free slot, and loses the event of the return. So only the inventory
   * shows the return.
   */
  async bringBackUnreported(slot: number): Promise<void> {
    this.cabinet.push(chargerOf(this.cabinet.stationId, slot));
    this.cabinet.log.splice(0);
    this.cabinet.report();
    await this.#deliverEvents();
    await this.settle();
  }

  /** Makes a complete order: pick-up, some minutes of use, and return. */
  async rent(
    rider: Session,
    card: string,
    minutes: number,
    more?: Partial<StartRental>,
  ): Promise<Order> {
    const { id, slot } = Order.parse((await this.start(rider, card, more)).body);
    await this.settle();
    this.#app.deps.clock.advance(minutes * 60);
    await this.bringBack(slot ?? 0);
    const path = fillPath(paths.order, { id });
    return Order.parse((await this.#app.call(path, { session: rider.sessionId })).body);
  }

  async #deliverEvents(): Promise<void> {
    await this.cabinet.sendAll(listenToCabinets(this.#app.deps));
  }
}

function chargerOf(stationId: string, slot: number): string {
  return `${stationId}-${slot}`;
}
