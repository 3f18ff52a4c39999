import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import type { FakeCabinet } from '../../testing/cabinets/fakeCabinet.ts';
import { heldWithoutCase } from '../../testing/rentalInvariants.ts';
import { RentalWorld, type TestRider } from '../../testing/rentalWorld.ts';
import { auditLedger } from '../audit/auditLedger.ts';

const minute = 60;
const hour = 60 * minute;
const holdMs = 96 * hour * 1000;
/** The number of cases, which is small because each case takes seconds. */
const runs = inject('completeRun') ? 25 : 5;

/** A rental whose cabinet loses its connection after the command. */
const eject = fc.record({
  /** Riders 0 and 1 have the same card. Rider 2 has another card. */
  rider: fc.constantFrom(0, 1, 2),
  /** The result of the eject. The cabinet reports the result after the outage, unless the result is `never`. */
  happens: fc.constantFrom('inside', 'out', 'late', 'never'),
  outageMinutes: fc.integer({ min: 1, max: 20 * 60 }),
});
type Eject = typeof eject extends fc.Arbitrary<infer T> ? T : never;

const plan = fc.record({
  ejects: fc.array(eject, { minLength: 1, maxLength: 8, size: 'max' }),
  perRider: fc.constantFrom(0, 1, 2, 100),
  perCard: fc.constantFrom(0, 1, 2, 3, 100),
});
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never;

forEachEngine((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('the server keeps a hold and opens a case only above the limits, and the hold ends with evidence or at its end time @slow', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (one) => {
        const run = await Run.begin(database, one);
        for (const each of one.ejects) {
          await run.take(each);
          expect(run.violations).toEqual([]);
        }
        await run.end();
        expect(run.violations).toEqual([]);
      }),
      { numRuns: Number(process.env['HELD_RUNS'] ?? runs), endOnFailure: true },
    );
  }, 600_000);
});

/** The expected result for one rental. The test computes it without the code of the server. */
interface Expected {
  readonly id: string;
  readonly rider: number;
  counts: boolean;
  /** The expected end of the hold, in milliseconds since the epoch; null if the server voids the hold at once. */
  heldUntil: number | null;
}

class Run {
  readonly #world: RentalWorld;
  readonly #plan: Plan;
  readonly #riders: TestRider[];
  readonly #rentals: Expected[] = [];
  /** The differences between the results of the server and the expected results. */
  readonly violations: string[] = [];

  private constructor(world: RentalWorld, one: Plan, riders: TestRider[]) {
    this.#world = world;
    this.#plan = one;
    this.#riders = riders;
  }

  static async begin({ db }: OpenDatabase, one: Plan): Promise<Run> {
    const world = await RentalWorld.on(db, null, {
      UNCERTAIN_EJECTS_PER_RIDER: String(one.perRider),
      UNCERTAIN_EJECTS_PER_CARD: String(one.perCard),
    });
    const riders = [];
    for (const card of cards) {
      const rider = await world.addRider();
      riders.push(rider);
      await db
        .updateTable('payment_methods')
        .set({ fingerprint: card })
        .where('user_id', '=', rider.userId)
        .execute();
    }
    return new Run(world, one, riders);
  }

  async take({ rider, happens, outageMinutes }: Eject): Promise<void> {
    const world = this.#world;
    const who = this.#riders[rider];
    if (!who) throw new Error('no such rider');
    const cabinet = await world.addCabinet([`charger-${world.cabinets.length}`]);
    if (this.#isBlocked(rider)) {
      const refusal = await world.start(who, cabinet).catch((error: unknown) => error);
      const code = refusal instanceof ProblemError ? refusal.code : refusal;
      return this.#expect('the answer while a rental is held', code, 'ejectUnclear');
    }
    const id = await world.start(who, cabinet);
    const { created_at } = await world.rental(id);
    await world.deps.outbox.idle();
    cabinet.isConnected = false;
    const arrived = happens === 'out' || happens === 'late';
    const ejects = cabinet.inbox.filter(({ type }) => arrived && type === 'eject');
    cabinet.inbox.splice(0, Infinity, ...ejects);
    if (happens === 'out') cabinet.obey();
    await world.pass(31);
    await world.pass(10 * minute);

    const expected: Expected = { id, rider, counts: true, heldUntil: null };
    this.#rentals.push(expected);
    const { perRider, perCard } = this.#plan;
    const byRider = this.#count((other) => other === rider);
    const byCard = this.#count((other) => cards[other] === cards[rider]);
    if (byRider > perRider || byCard > perCard) expected.heldUntil = created_at.getTime() + holdMs;
    await this.#check();

    await world.pass(outageMinutes * minute);
    await this.#check();
    if (happens !== 'never') await this.#endOutage(cabinet, expected, happens);
    await this.#check();
  }

  async #endOutage(cabinet: FakeCabinet, expected: Expected, happens: string): Promise<void> {
    const world = this.#world;
    const { id, heldUntil } = expected;
    const { stationId, bootId } = cabinet;
    cabinet.isConnected = true;
    cabinet.behaviour.ignoresExpiry = true;
    while (cabinet.inbox.length > 0) cabinet.obey();
    await world.listener.onState(stationId, { online: true, bootId });
    cabinet.report();
    await world.settle();
    const { number, state } = await world.rental(id);
    expected.heldUntil = null;
    if (happens === 'inside' && heldUntil !== null) expected.counts = false;
    if (happens !== 'out' || heldUntil === null) {
      this.#expect('the end', state, heldUntil === null ? 'review' : 'failed');
      this.#expect('what is captured', world.payments.netCapturedOf(number), 0);
      const isLate = (await world.cases()).includes(`lateEject:${id}`);
      return this.#expect('a case', isLate, happens !== 'inside');
    }
    this.#expect('the state with the charger out', state, 'charging');
    const { charger } = await world.rental(id);
    cabinet.push(charger);
    await world.settle();
    const { state: after, total } = await world.rental(id);
    this.#expect('the state after the return', after, 'complete');
    this.#expect('what is captured', world.payments.netCapturedOf(number), total);
    this.#expect('whether it costs something', (total ?? 0) > 0, true);
  }

  /** Advances the clock by days, and checks that no hold is left. */
  async end(): Promise<void> {
    await this.#world.pass(97 * hour);
    await this.#check();
    this.#expect('held rentals', this.#rentals.filter((one) => this.#isHeld(one)).length, 0);
    this.violations.push(...(await auditLedger(this.#world.deps.db)));
  }

  async #check(): Promise<void> {
    const { payments } = this.#world;
    for (const expected of this.#rentals) {
      const { number, held_until, state } = await this.#world.rental(expected.id);
      const isHeld = this.#isHeld(expected);
      this.#expect('whether it has an end', held_until !== null, isHeld);
      this.#expect('whether it is open', state === 'ejectUnknown', isHeld);
      this.#expect('what is held', payments.heldOf(number), isHeld ? 2100 : 0);
    }
    this.violations.push(...(await heldWithoutCase(this.#world)));
  }

  #expect(what: string, found: unknown, due: unknown): void {
    if (found !== due) this.violations.push(`${what} is ${String(found)}, not ${String(due)}`);
  }

  #isHeld({ heldUntil }: Expected): boolean {
    return heldUntil !== null && heldUntil > this.#world.clock.now().getTime();
  }

  #isBlocked(rider: number): boolean {
    return this.#rentals.some((one) => this.#isHeld(one) && cards[one.rider] === cards[rider]);
  }

  #count(isMeant: (rider: number) => boolean): number {
    return this.#rentals.filter((one) => one.counts && isMeant(one.rider)).length;
  }
}

const cards = ['shared', 'shared', 'own'];
