import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { StartRental } from '../../contract/rental.ts';
import { Changes } from '../changes/changes.ts';
import type { Clock } from '../time/clock.ts';
import { listenToCabinets, registerOrderJobs } from '../composition.ts';
import type { Db } from '../db/database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { CabinetListener, Gateway } from '../gateway/gateway.ts';
import type { CabinetCommand } from '../../contract/cabinet/messages.ts';
import { createLogger } from '../log/logger.ts';
import type { RentalRow } from '../modules/rentalRecords/rentals.ts';
import { explainRefusedStart, startRental } from '../modules/rental/startRental.ts';
import { RentalTimers } from '../modules/rental/timers.ts';
import { creditWallet } from '../modules/wallet/credits.ts';
import type { Portions } from '../modules/wallet/portions.ts';
import { readWallet } from '../modules/wallet/wallet.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { MailSender } from '../providers/mail/sender.ts';
import { readSettings } from '../settings/settings.ts';
import { transact } from '../db/unitOfWork.ts';
import { FakeCabinet, type CabinetBehaviour } from './cabinets/fakeCabinet.ts';
import { deleteAllRows } from './databases/deleteAllRows.ts';
import { FakePayments, type FakeCardBehaviour } from './payments/fakePayments.ts';
import { RecordingSms } from './recordingProviders.ts';
import { addStation, testTariff } from './stations.ts';

/** A clock that only moves when it is advanced. */
export class ManualClock implements Clock {
  #now: Date;

  constructor(now: Date) {
    this.#now = now;
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(seconds: number): void {
    this.#now = new Date(this.#now.getTime() + seconds * 1000);
  }
}

export interface TestRider {
  userId: string;
  isGuest: boolean;
  /** The payment methods of the rider, by the behaviour of the card. */
  cards: Map<FakeCardBehaviour, string>;
}

/** A gateway to fake cabinets. A command arrives in the inbox of a connected cabinet at once. */
class FakeGateway implements Gateway {
  readonly sent: { stationId: string; command: CabinetCommand; at: Date }[] = [];
  readonly #world: RentalWorld;
  /** Decides for each command how often it arrives. */
  copies: () => number = () => 1;

  constructor(world: RentalWorld) {
    this.#world = world;
  }

  async start(): Promise<void> {}

  async send(stationId: string, command: CabinetCommand): Promise<void> {
    this.sent.push({ stationId, command, at: this.#world.clock.now() });
    const cabinet = this.#world.cabinets.find((one) => one.stationId === stationId);
    if (!cabinet?.isConnected) return;
    for (let copy = this.copies(); copy > 0; copy--) cabinet.inbox.push(command);
  }

  async stop(): Promise<void> {}
}

/**
 * The rental logic on a real database, with fake cabinets, a fake payment provider and a manual
 * clock.
 */
export class RentalWorld {
  readonly clock = new ManualClock(new Date('2026-11-02T12:00:00Z'));
  readonly payments = new FakePayments();
  readonly gateway = new FakeGateway(this);
  readonly cabinets: FakeCabinet[] = [];
  /** The chargers that were pushed into a slot, with the times. */
  readonly pushes: { charger: string; at: Date }[] = [];
  readonly deps: Dependencies;
  readonly listener: CabinetListener;
  readonly timers: RentalTimers;

  constructor(db: Db, mail: MailSender | null = null, env: Record<string, string> = {}) {
    const log = createLogger('silent');
    this.deps = {
      db,
      clock: this.clock,
      changes: new Changes(),
      settings: readSettings({ NODE_ENV: 'test', PORT: '0', ...env }),
      payments: this.payments,
      sms: new RecordingSms(),
      mail,
      texts: null,
      push: null,
      signIn: {},
      gateway: this.gateway,
      ipLocator: { locate: async () => ({ status: 'Not found' }) },
      geocoder: null,
      log,
      outbox: new Outbox({ db, clock: this.clock, log }),
    };
    registerOrderJobs(this.deps);
    this.listener = listenToCabinets(this.deps);
    this.timers = new RentalTimers(this.deps);
  }

  /** Adds a station with these chargers in its slots. */
  async addCabinet(
    chargers: readonly (string | null)[],
    habits: Partial<CabinetBehaviour> = {},
  ): Promise<FakeCabinet> {
    const stationId = await addStation(this.deps.db, { online: false });
    const cabinet = new FakeCabinet(stationId, chargers, () => this.clock.now());
    Object.assign(cabinet.behaviour, habits);
    this.cabinets.push(cabinet);
    const { bootId } = cabinet;
    await this.listener.onState(stationId, { online: true, bootId });
    cabinet.report();
    await cabinet.sendAll(this.listener);
    return cabinet;
  }

  async addRider(
    habits: readonly FakeCardBehaviour[] = ['pays'],
    isGuest = false,
  ): Promise<TestRider> {
    const userId = randomUUID();
    const at = this.clock.now();
    const number = userId.slice(0, 13);
    await this.deps.db
      .insertInto('users')
      .values({
        id: userId,
        number,
        phone: isGuest ? null : number,
        is_guest: isGuest,
        guest_device: isGuest ? number : null,
        invite_code: number,
        language: 'en',
        created_at: at,
      })
      .execute();
    const cards = new Map<FakeCardBehaviour, string>();
    for (const habit of habits) {
      const id = randomUUID();
      cards.set(habit, id);
      await this.deps.db
        .insertInto('payment_methods')
        .values({
          id,
          user_id: userId,
          kind: 'card',
          provider: 'sandbox',
          provider_card: habit,
          fingerprint: id,
          brand: 'visa',
          last4: '4242',
          expiry_month: 12,
          expiry_year: 2031,
          name_on_card: 'A Rider',
          country: 'US',
          postal_code: '60601',
          is_default: cards.size === 1,
          created_at: at,
        })
        .execute();
    }
    return { userId, isGuest, cards };
  }

  /** Credits GoCash to the wallet of a rider. Adds no top-up. */
  async giveGoCash({ userId }: TestRider, topUp: number, bonus = 0): Promise<void> {
    const key = `topUp:${randomUUID()}`;
    const credit = { userId, currency: testTariff.currency, topUp, bonus, key };
    await transact(this.deps, (work) => creditWallet(work, { ...credit, reason: 'topUp' }));
  }

  /** A rider's GoCash balance. */
  goCashOf({ userId }: TestRider): Promise<Portions> {
    return readWallet(this.deps.db, userId, testTariff.currency);
  }

  start(
    rider: TestRider,
    cabinet: FakeCabinet,
    habit: FakeCardBehaviour = 'pays',
    more: Pick<StartRental, 'couponId' | 'useGoCash'> = {},
  ): Promise<string> {
    const paymentMethodId = rider.cards.get(habit) ?? '';
    return transact(this.deps, (work) =>
      startRental(work, this.deps.settings, rider, {
        stationId: cabinet.stationId,
        paymentMethodId,
        tariffId: testTariff.id,
        ...more,
      }),
    ).catch((error: unknown) => explainRefusedStart(this.deps, rider.userId, error));
  }

  get connected(): FakeCabinet[] {
    return this.cabinets.filter(({ isConnected }) => isConnected);
  }

  /** Performs all pending jobs and messages, without advancing the clock. */
  async settle(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      await this.timers.runDue();
      await this.deps.outbox.idle();
      let waiting = 0;
      for (const cabinet of this.connected) {
        waiting += cabinet.inbox.length + cabinet.log.length;
        while (cabinet.inbox.length > 0) cabinet.obey();
        await cabinet.sendAll(this.listener);
      }
      if (waiting === 0 && round > 0) return;
    }
    throw new Error('jobs and messages do not end');
  }

  /** Advances the clock. Connected cabinets send a heartbeat, and all pending jobs and messages are performed. */
  async pass(seconds: number): Promise<void> {
    this.clock.advance(seconds);
    for (const cabinet of this.connected) cabinet.heartbeat();
    await this.settle();
  }

  rental(id: string): Promise<RentalRow> {
    return this.deps.db
      .selectFrom('rentals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  }

  rentals(): Promise<RentalRow[]> {
    return this.deps.db.selectFrom('rentals').selectAll().orderBy('created_at').execute();
  }

  async cases(): Promise<string[]> {
    const rows = await this.deps.db.selectFrom('support_cases').select('key').execute();
    return rows.map(({ key }) => key);
  }

  /** Empties the database, so that the test starts without data, and returns a new world on it. */
  static async on(
    db: Db,
    mail: MailSender | null = null,
    env: Record<string, string> = {},
  ): Promise<RentalWorld> {
    await sql.raw(deleteAllRows).execute(db);
    return new RentalWorld(db, mail, env);
  }
}
