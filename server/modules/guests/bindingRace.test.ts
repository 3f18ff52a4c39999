import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { ProblemError } from '../../http/problem.ts';
import { countLockWaits, createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { findViolations } from '../../testing/rentalInvariants.ts';
import { RentalWorld, type TestRider } from '../../testing/rentalWorld.ts';
import { testTariff } from '../../testing/stations.ts';
import { transact } from '../../db/unitOfWork.ts';
import { mergeGuest } from '../auth/guests.ts';
import { queueForUser } from '../auth/users.ts';
import { startRental } from '../rental/startRental.ts';
import { openReport } from '../support/openReport.ts';
import { moveGuest } from './moveGuest.ts';

/** The number of cases is small, because each case takes about a second. */
const runs = inject('completeRun') ? 40 : 6;

const plan = fc.record({
  habit: fc.constantFrom('pays' as const, 'declined' as const, 'failsLater' as const),
  /** The step of the rental during which the guest signs in. */
  during: fc.constantFrom('start', 'hold', 'eject', 'return', 'settle', 'end'),
  minutes: fc.constantFrom(1, 61, 25 * 60),
  /**
   * Which calls to the provider get no answer. `before`: the call gets lost and has no effect.
   * `after`: the call has its effect, but the answer gets lost.
   */
  losses: fc.array(fc.constantFrom(null, null, 'before' as const, 'after' as const), {
    maxLength: 8,
  }),
});

forEachEngine((engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  afterAll(() => database.close());

  test('all payments are correct and belong to one rider, at whatever step the guest signs in @slow', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ habit, during, minutes, losses }) => {
        const world = await RentalWorld.on(database.db);
        const lost = losses.values();
        world.payments.lose = () => lost.next().value ?? null;
        const cabinet = await world.addCabinet(['c1', null]);
        const rider = await world.addRider(['pays']);
        const guest = await world.addRider([habit], true);

        /** Runs a step. If it is the step `during`, the guest also reports a problem and signs in at the same time. */
        const at = async (step: typeof during, run: () => Promise<unknown>) => {
          const running = [
            run(),
            ...(step === during ? [report(world, guest), bind(world, guest, rider)] : []),
          ];
          for (const result of await Promise.allSettled(running)) {
            if (result.status === 'rejected') throw result.reason;
          }
        };
        await at('start', () =>
          world.start(guest, cabinet, habit).catch((error: unknown) => {
            // The start is refused if the sign-in took effect first, because the session of the guest has ended.
            const isSignedIn = error instanceof ProblemError && error.code === 'signInRequired';
            if (!isSignedIn) throw error;
          }),
        );
        await at('hold', () => world.deps.outbox.idle());
        while (cabinet.inbox.length > 0) cabinet.obey();
        await at('eject', () => cabinet.sendAll(world.listener));
        await world.pass(minutes * 60);
        if (![...cabinet.slots.values()].includes('c1')) cabinet.push('c1');
        await at('return', () => cabinet.sendAll(world.listener));
        await at('settle', () => world.deps.outbox.idle());
        await at('end', async () => undefined);
        // Time passes, so that the server repeats the requests whose answers were lost.
        for (let round = 0; round < 6; round++) await world.pass(20 * 60);

        expect(await findViolations(world)).toEqual([]);
        expect(await ownersOf(database, guest)).toEqual([]);
        expect(new Set(world.payments.customers).size).toBeLessThanOrEqual(1);
        expect(world.payments.customers.every((one) => one === guest.userId)).toBe(true);
      }),
      { numRuns: runs, endOnFailure: true },
    );
  }, 600_000);

  test('a sign-in of a guest fails if the rider begins a rental at the same time, and the guest keeps the order', async () => {
    const world = await RentalWorld.on(database.db);
    const cabinet = await world.addCabinet(['c1', 'c2']);
    const rider = await world.addRider(['pays']);
    const guest = await world.addRider(['pays'], true);
    const id = await world.start(guest, cabinet);
    const { binding } = await transact(world.deps, async (work) => {
      await startRental(work, world.deps.settings, rider, {
        stationId: cabinet.stationId,
        paymentMethodId: rider.cards.get('pays') ?? '',
        tariffId: testTariff.id,
      });
      // The sign-in cannot see this rental yet, because its transaction is not committed.
      const begun = bind(world, guest, rider).catch((error: unknown) => error);
      if (engine === 'postgres') await expect.poll(() => countLockWaits(database.db)).toBe(1);
      return { binding: begun };
    });
    expect(await binding).toMatchObject({ code: 'phoneRenting' });
    expect(await world.rental(id)).toMatchObject({ user_id: guest.userId });
  });
});

/** Reports a problem to support. The report is refused if the sign-in took effect first. */
async function report(world: RentalWorld, { userId }: TestRider): Promise<void> {
  const problem = { kind: 'other', note: '' } as const;
  await transact(world.deps, (work) => openReport(work, userId, problem)).catch(
    (error: unknown) => {
      if (!(error instanceof ProblemError && error.code === 'signInRequired')) throw error;
    },
  );
}

function bind(world: RentalWorld, guest: TestRider, rider: TestRider): Promise<void> {
  return transact(world.deps, async (work) => {
    await queueForUser(work.trx, rider.userId);
    await mergeGuest(work, moveGuest, guest.userId, rider.userId);
  });
}

/** The tables whose rows move from the guest to the rider at the sign-in. */
const owned = [
  'rentals',
  'rental_claims',
  'payments',
  'payment_methods',
  'chargebacks',
  'notifications',
  'support_cases',
  'support_reports',
] as const;

/** The tables that still have rows of the guest, and the payments whose rental belongs to another rider. */
async function ownersOf({ db }: OpenDatabase, { userId }: TestRider): Promise<string[]> {
  const found: string[] = [];
  for (const table of owned) {
    const rows = await db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', userId)
      .execute();
    if (rows.length > 0) found.push(table);
  }
  const split = await db
    .selectFrom('payments')
    .innerJoin('rentals', 'rentals.id', 'payments.rental_id')
    .select('payments.id')
    .whereRef('payments.user_id', '<>', 'rentals.user_id')
    .execute();
  return [...found, ...split.map(({ id }) => `payment ${id}`)];
}
