import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forBothEngines } from '../../testing/database.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { transact } from '../../db/unitOfWork.ts';
import { recordEvent } from './inbox.ts';

forBothEngines((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;
  let stationId: string;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    world = await RentalWorld.on(database.db);
    ({ stationId } = await world.addCabinet([null]));
  });
  afterAll(() => database.close());

  const arrivals = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 30 });
  let boots = 0;

  test('each event is new only once, overtaken if a later event came before it, and complete if all earlier events came before it', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, async (seqs) => {
        const bootId = `life-${++boots}`;
        const received = new Set<number>();
        for (const seq of seqs) {
          const arrival = await transact(world.deps, (work) =>
            recordEvent(work, stationId, { bootId, seq }),
          );
          const isNew = !received.has(seq);
          expect(arrival.duplicate).toBe(!isNew);
          if (isNew) {
            expect(arrival.overtaken).toBe([...received].some((other) => other > seq));
            received.add(seq);
            const before = Array.from({ length: seq }, (_, index) => index + 1);
            expect(arrival.complete).toBe(before.every((other) => received.has(other)));
          }
          let unbroken = 0;
          while (received.has(unbroken + 1)) unbroken++;
          expect(arrival.upTo).toBe(unbroken > 0 ? unbroken : null);
        }
        const stored = await database.db
          .selectFrom('inbox')
          .select('seq')
          .where('boot_id', '=', bootId)
          .execute();
        let unbroken = 0;
        while (received.has(unbroken + 1)) unbroken++;
        expect(stored.every(({ seq }) => seq > unbroken)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test('events before the oldest stored event count as processed', async () => {
    const take = (seq: number, oldest: number) =>
      transact(world.deps, (work) => recordEvent(work, stationId, { bootId: 'late', seq, oldest }));
    expect(await take(42, 41)).toMatchObject({ duplicate: false, complete: false });
    expect(await take(41, 41)).toMatchObject({ duplicate: false, overtaken: true, complete: true });
    expect(await take(43, 43)).toMatchObject({ duplicate: false, complete: true });
    expect(await take(42, 41)).toMatchObject({ duplicate: true });
  });

  test('a boot whose events begin at 0 loses no event, whatever the order of its events', async () => {
    for (const [index, seqs] of [
      [1, 0, 2],
      [0, 1, 2],
      [2, 1, 0],
    ].entries()) {
      const bootId = `zero-${index}`;
      for (const seq of seqs) {
        const arrival = await transact(world.deps, (work) =>
          recordEvent(work, stationId, { bootId, seq }),
        );
        expect(arrival.duplicate).toBe(false);
      }
      const again = await transact(world.deps, (work) =>
        recordEvent(work, stationId, { bootId, seq: 0 }),
      );
      expect(again).toMatchObject({ duplicate: true, upTo: 2 });
    }
  });

  describe('a cabinet that does not send the number of its oldest stored event', () => {
    const take = (bootId: string, seq: number) =>
      transact(world.deps, (work) => recordEvent(work, stationId, { bootId, seq }));

    test('missing events count as lost after the cabinet has sent the following event two more times', async () => {
      expect(await take('joined', 42)).toMatchObject({ duplicate: false, complete: false });
      // The broker delivers the event again.
      expect(await take('joined', 42)).toMatchObject({ duplicate: true, upTo: null });
      world.clock.advance(10);
      expect(await take('joined', 42)).toMatchObject({ duplicate: true, upTo: null });
      world.clock.advance(10);
      expect(await take('joined', 42)).toMatchObject({ duplicate: true, upTo: null });
      world.clock.advance(21);
      expect(await take('joined', 42)).toMatchObject({ duplicate: true, upTo: 42 });
      expect(await take('joined', 43)).toMatchObject({ complete: true, upTo: 43 });
    });

    test('an event does not count as lost if another process handles it later than the event after it', async () => {
      expect(await take('shared', 1)).toMatchObject({ complete: true, upTo: 1 });
      // Event 2 is lost. Later the cabinet sends events 2 and 3 again, and this process gets only event 3.
      expect(await take('shared', 3)).toMatchObject({ duplicate: false, upTo: 1 });
      world.clock.advance(10);
      expect(await take('shared', 3)).toMatchObject({ duplicate: true, upTo: 1 });
      world.clock.advance(9);
      expect(await take('shared', 2)).toMatchObject({ duplicate: false, complete: true, upTo: 3 });
    });
  });
});
