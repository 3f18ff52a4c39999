import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { NewClaim } from '../../../contract/claims.ts';
import { inTransaction, type OpenDatabase } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { giveCoupon } from '../../testing/coupons.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import type { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import type { FakeCardBehaviour } from '../../testing/payments/fakePayments.ts';
import { RentalWorld, type TestRider } from '../../testing/rentalWorld.ts';
import { chargedWithoutProof, findViolations } from '../../testing/rentalInvariants.ts';
import { testTariff } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { hashSessionId, openSession } from '../auth/session.ts';
import { deleteAccount } from '../profile/deleteAccount.ts';
import { refundTopUps } from '../topUps/refundTopUps.ts';
import { startTopUp } from '../topUps/startTopUp.ts';
import { lockRental } from '../rentalRecords/rentals.ts';
import { applyMinimumCharges } from './bill/minimumCharges.ts';
import { payRental } from './bill/payRental.ts';
import { claimReturn } from './claims/claimReturn.ts';
import { resumeClock } from './claims/decideClaim.ts';
import { reportFaulty } from './faulty/reportFaulty.ts';
import { reportNotEjected } from './reportNotEjected.ts';

/** The weights of the random events. The values `a` and `b` of an event choose its targets. */
const weights = {
  /** In a `flow`, the server, the provider and the cabinets work for one second without faults. */
  flow: 4,
  start: 5,
  work: 6,
  obey: 7,
  send: 10,
  push: 5,
  report: 2,
  notEjected: 1,
  /** A true or a false claim that the charger is back. */
  claim: 2,
  /** A person refuses a claim. */
  refuse: 1,
  faulty: 1,
  pay: 3,
  topUp: 3,
  topUpBack: 1,
  coupon: 3,
  leave: 1,
  confirm: 2,
  pass: 3,
  passLong: 1,
  reboot: 1,
  offline: 1,
  again: 1,
};
interface Step {
  kind: string;
  a: number;
  b: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(weights).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) })),
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
});

const answers = [null, null, null, null, 'before', 'after'] as const;

/** `CHAOS_RUNS=200` runs more cases. The default is small enough for a normal test run. */
const env = (name: string) => Number(process.env[name] ?? 0);
const stepsPerRun = env('CHAOS_STEPS') || 40;

const chaos = fc.record({
  steps: fc.array(step, { minLength: stepsPerRun, maxLength: stepsPerRun, size: 'max' }),
  /**
   * For each call to the provider: null if the answer arrives. Otherwise the answer is lost, before
   * or after the call takes effect.
   */
  losses: fc.array(fc.constantFrom(...answers), { minLength: 13, maxLength: 13 }),
  /** The number of times that each command arrives at the cabinet. */
  copies: fc.array(fc.constantFrom(1, 1, 1, 1, 0, 2), { minLength: 7, maxLength: 7 }),
  ignoresExpiry: fc.boolean(),
  forgetsCommands: fc.boolean(),
  jams: fc.boolean(),
  hasNoClock: fc.boolean(),
  /** The provider's minimum charge. */
  minimum: fc.constantFrom(0, 50, 120),
  skewSeconds: fc.constantFrom(0, 45, -45, 600),
  /** Whether a cabinet accepts returned chargers, but sends nothing until rentals are lost. */
  silentForDays: fc.boolean(),
});
type Chaos = typeof chaos extends fc.Arbitrary<infer T> ? T : never;

/**
 * The top-up amounts are small, so that the GoCash balance is often too low for a rental. Riders can request refunds of
 * top-ups.
 */
const rules = {
  currency: testTariff.currency,
  codeSecret: { current: 'chaos-'.repeat(8), previous: null, file: null },
  goCash: {
    offers: [
      { amount: 150, bonus: 50 },
      { amount: 1000, bonus: 0 },
      { amount: 4000, bonus: 1000 },
    ],
    refundable: true,
  },
};

/** Coupons for a part of the cost or the whole cost, with or without a condition. */
const coupons = [
  { amount: 60 },
  { amount: 5000 },
  { amount: 150, minimum_total: 250 },
  { amount: 100, first_rental_only: true },
  { kind: 'freeMinutes', amount: null, minutes: 90 },
] as const;

const habits: FakeCardBehaviour[] = ['pays', 'declined', 'failsLater', 'wantsAction'];

/** Each case takes a second. `CHAOS_RUNS` sets another number. */
const runs = inject('completeRun') ? 40 : 12;

forEachEngine((engine) => {
  let database: OpenDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('no money and no charger is lost when messages are lost, repeated, late or out of order @slow', async () => {
    await fc.assert(
      fc.asyncProperty(chaos, async (plan) => {
        const run = await Run.begin(database, plan);
        // With PostgreSQL, events run concurrently in several connections. The embedded database has only one
        // connection.
        const atOnce = engine === 'postgres' ? 3 : 1;
        for (let i = 0; i < plan.steps.length; i += atOnce) {
          await Promise.all(plan.steps.slice(i, i + atOnce).map((one) => run.take(one)));
          expect(await chargedWithoutProof(run.world)).toEqual([]);
        }
        await run.calmDown(plan.silentForDays);
        expect(await findViolations(run.world)).toEqual([]);
      }),
      { numRuns: env('CHAOS_RUNS') || runs, endOnFailure: true },
    );
  }, 3_600_000);
});

class Run {
  readonly world: RentalWorld;
  readonly #riders: TestRider[] = [];
  /** The chargers that riders have. */
  readonly #out: string[] = [];
  #calls = 0;
  #silent: FakeCabinet | null = null;

  private constructor(world: RentalWorld) {
    this.world = world;
  }

  static async begin(database: OpenDatabase, plan: Chaos): Promise<Run> {
    const world = await RentalWorld.on(database.db);
    const run = new Run(world);
    const { ignoresExpiry, forgetsCommands, jams, hasNoClock, skewSeconds } = plan;
    const first = await world.addCabinet(['c1', 'c2', null]);
    Object.assign(first.behaviour, { ignoresExpiry, forgetsCommands, hasNoClock });
    await world.addCabinet(['c3', null, null], { jams, skewSeconds });
    world.payments.minimum = plan.minimum;
    await applyMinimumCharges(world.deps);
    for (let i = 0; i < 3; i++) run.#riders.push(await world.addRider(habits));
    world.payments.lose = () => plan.losses[run.#calls++ % plan.losses.length] ?? null;
    world.gateway.copies = () => plan.copies[run.#calls++ % plan.copies.length] ?? 1;
    return run;
  }

  async take({ kind, a, b }: Step): Promise<void> {
    const { world } = this;
    const cabinet = pick(world.cabinets, a);
    const rider = pick(this.#riders, b);
    switch (kind) {
      case 'flow':
        return this.#pass(1);
      case 'start':
        // Most cards are valid. The cards with other behaviours are less frequent.
        return this.#try(() =>
          world.start(rider, cabinet, pick(['pays', 'pays', 'pays', ...habits], a + b), {
            useGoCash: b % 2 === 0,
          }),
        );
      case 'work':
        world.clock.advance(b % 3);
        await world.timers.runDue();
        return world.deps.outbox.idle();
      case 'obey':
        return this.#obey(cabinet);
      case 'send':
        return this.#sendEvent(cabinet, b);
      case 'push':
        return this.#push(cabinet, b);
      case 'report':
        return cabinet.report();
      case 'notEjected':
        return this.#withRental(rider, ['charging', 'ejecting', 'ejectUnknown'], (id) =>
          transact(world.deps, (work) =>
            reportNotEjected(work, world.deps.settings, rider.userId, id),
          ),
        );
      case 'claim':
        return this.#withRental(rider, ['charging', 'overdue'], (id) => {
          const at = new Date(world.clock.now().getTime() - (b % 4) * 60_000).toISOString();
          const place = a % 3 === 0 ? {} : { stationId: cabinet.stationId };
          const claim = NewClaim.parse({
            kind: b % 5 === 0 ? 'cannotReturn' : 'returned',
            at,
            ...place,
          });
          return transact(world.deps, (work) =>
            claimReturn(work, world.deps.settings, rider.userId, id, claim),
          );
        });
      case 'refuse':
        return this.#withRental(rider, ['charging', 'overdue'], (id) =>
          transact(world.deps, async (work) => resumeClock(work, await lockRental(work, id))),
        );
      case 'faulty':
        return this.#withRental(rider, ['charging'], (id) => {
          const place = a % 2 === 0 ? {} : { stationId: cabinet.stationId };
          return transact(world.deps, (work) => reportFaulty(work, rider.userId, id, place));
        });
      case 'pay':
        return this.#withRental(rider, ['unpaid'], (id) => {
          const card = rider.cards.get(pick(habits, a)) ?? null;
          const order = { paymentMethodId: b % 4 === 0 ? null : card, goCash: b % 3 !== 0 };
          return transact(world.deps, (work) => payRental(work, rider.userId, id, order));
        });
      case 'topUp':
        return this.#topUp(rider, a, b);
      case 'topUpBack':
        return this.#try(() =>
          transact(world.deps, (work) => refundTopUps(work, rules, rider.userId)),
        );
      case 'coupon':
        await giveCoupon(world.deps.db, rider.userId, pick(coupons, a));
        return;
      case 'leave':
        return this.#leave(rider);
      case 'confirm':
        return world.payments.confirmAll(a % 3 !== 0);
      case 'pass':
        world.clock.advance(1 + (b % 50));
        return cabinet.heartbeat();
      case 'passLong':
        world.clock.advance(60 * (1 + (b % 200)));
        for (const one of world.cabinets) one.heartbeat();
        return;
      case 'reboot': {
        cabinet.reboot();
        const { bootId, stationId } = cabinet;
        return world.listener.onState(stationId, { online: true, bootId });
      }
      case 'offline':
        return world.listener.onState(cabinet.stationId, { online: a % 2 === 0 });
      case 'again':
        return this.#forgetDone();
      default:
        throw new Error(`nobody knows ${kind}`);
    }
  }

  /** Ends all faults, delivers all messages, and then advances the clock by three days. */
  async calmDown(silentForDays: boolean): Promise<void> {
    const { world } = this;
    world.payments.lose = () => null;
    world.gateway.copies = () => 1;
    for (const { stationId, bootId } of world.cabinets) {
      await world.listener.onState(stationId, { online: true, bootId });
    }
    for (const seconds of [40, 60, 120, 300, 300]) await this.#pass(seconds);
    for (const cabinet of world.cabinets) cabinet.report();
    world.payments.confirmAll(true);
    if (silentForDays) await this.#fallSilent(pick(world.cabinets, 1));
    for (const { id, claimed_at } of await world.rentals()) {
      if (!claimed_at) continue;
      await transact(world.deps, async (work) => resumeClock(work, await lockRental(work, id)));
    }
    // Claims have postponed the loss of some rentals.
    for (const hours of [24, 24, 1, 1, 24]) await this.#pass(hours * 3600);
    this.#silent = null;
    for (const cabinet of world.cabinets) cabinet.report();
    await this.#pass(60);
  }

  #topUp(rider: TestRider, which: number, how: number): Promise<void> {
    const { amount, bonus } = pick(rules.goCash.offers, which);
    const paymentMethodId = rider.cards.get(pick(['pays', 'pays', ...habits], how)) ?? '';
    const money = (minor: number) => ({ amount: minor, currency: rules.currency });
    const wanted = { amount: money(amount), bonus: money(bonus), paymentMethodId };
    return this.#try(() =>
      transact(this.world.deps, (work) => startTopUp(work, rules, rider.userId, wanted)),
    );
  }

  /** Deletes a rider's account, and adds a new rider instead. */
  #leave(rider: TestRider): Promise<void> {
    return this.#try(async () => {
      const { deps, clock } = this.world;
      const { userId } = rider;
      const sessionId = await inTransaction(deps.db, (trx) =>
        openSession(trx, { userId, device: '', now: clock.now() }),
      );
      await deleteAccount(deps, { userId, idHash: hashSessionId(sessionId), isGuest: false });
      const place = this.#riders.indexOf(rider);
      if (place >= 0) this.#riders[place] = await this.world.addRider(habits);
    });
  }

  async #fallSilent(cabinet: FakeCabinet): Promise<void> {
    this.#silent = cabinet;
    await this.world.listener.onState(cabinet.stationId, { online: false });
    this.world.clock.advance(60);
    for (let charger = 0; charger < 3; charger++) this.#push(cabinet, charger);
  }

  async #pass(seconds: number): Promise<void> {
    const connected = this.world.cabinets.filter((cabinet) => cabinet !== this.#silent);
    this.world.clock.advance(seconds);
    for (const cabinet of connected) cabinet.heartbeat();
    for (;;) {
      await this.world.timers.runDue();
      await this.world.deps.outbox.idle();
      const busy = connected.filter(({ inbox, log }) => inbox.length + log.length > 0);
      if (busy.length === 0) return;
      for (const cabinet of busy) {
        while (cabinet.inbox.length > 0) this.#obey(cabinet);
        await cabinet.sendAll(this.world.listener);
      }
    }
  }

  #obey(cabinet: FakeCabinet): void {
    const charger = cabinet.obey();
    if (charger !== null) this.#out.push(charger);
  }

  #push(cabinet: FakeCabinet, which: number): void {
    const charger = this.#out[which % Math.max(1, this.#out.length)];
    if (charger === undefined || !cabinet.push(charger)) return;
    this.#out.splice(this.#out.indexOf(charger), 1);
    this.world.pushes.push({ charger, at: this.world.clock.now() });
  }

  /**
   * Delivers an event of the cabinet: the oldest event, or a later event before older events. Sometimes the cabinet
   * gets no acknowledgement, so that it sends the event again.
   */
  async #sendEvent(cabinet: FakeCabinet, how: number): Promise<void> {
    const event = cabinet.log[how % 4 === 0 ? how % Math.max(1, cabinet.log.length) : 0];
    if (!event) return;
    await this.world.listener.onEvent(cabinet.stationId, event);
    if (how % 5 === 0) return;
    cabinet.log = cabinet.log.filter((other) => other !== event);
  }

  async #withRental(
    rider: TestRider,
    states: readonly string[],
    act: (rentalId: string) => Promise<unknown>,
  ): Promise<void> {
    const rentals = await this.world.rentals();
    const mine = rentals.find(
      ({ user_id, state }) => user_id === rider.userId && states.includes(state),
    );
    if (mine) await this.#try(() => act(mine.id));
  }

  /**
   * Simulates a crash after the effect of a job, but before the server stored that the job was done: the job runs
   * again.
   */
  async #forgetDone(): Promise<void> {
    await this.world.deps.db
      .updateTable('outbox')
      .set({ done_at: null, run_at: this.world.clock.now(), leased_until: null })
      .where('done_at', 'is not', null)
      .where('kind', '<>', 'cabinet.inventory')
      .execute();
  }

  async #try(act: () => Promise<unknown>): Promise<void> {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
    }
  }
}

function pick<T>(from: readonly T[], index: number): T {
  const one = from[index % from.length];
  if (one === undefined) throw new Error('nothing to pick from');
  return one;
}
