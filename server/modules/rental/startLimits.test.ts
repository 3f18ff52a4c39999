import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { createTestDatabase, forEachEngine } from '../../testing/database.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { startsPerRider, startsPerRiderMs } from './rentalLimits.ts';

/** Without the limits, a distant attacker could eject many chargers of a cabinet. Failed rentals count, too. */
forEachEngine((engine) => {
  let database: OpenDatabase;
  let world: RentalWorld;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
  });
  beforeEach(async () => {
    world = await RentalWorld.on(database.db);
  });
  afterAll(() => database.close());

  test('a station starts a limited number of rentals per minute, counted over all riders @slow', async () => {
    const cabinet = await world.addCabinet(['c1']);
    const startOne = async () => {
      await world.start(await world.addRider(['declined']), cabinet, 'declined');
      await world.deps.outbox.idle();
    };
    const { startsPerStationMinute } = world.deps.settings;
    for (let started = 0; started < startsPerStationMinute; started++) await startOne();
    await expect(startOne()).rejects.toMatchObject({ code: 'tooManyRequests' });
    world.clock.advance(61);
    cabinet.heartbeat();
    await world.settle();
    await startOne();
  });

  test('a rider starts a limited number of rentals in ten minutes, counted over all stations @slow', async () => {
    const cabinets = [await world.addCabinet(['c1']), await world.addCabinet(['c2'])];
    const rider = await world.addRider(['declined']);
    const startOne = async (index: number) => {
      const cabinet = cabinets[index % 2];
      if (!cabinet) throw new Error('no cabinet');
      await world.start(rider, cabinet, 'declined');
      await world.deps.outbox.idle();
    };
    for (let started = 0; started < startsPerRider; started++) await startOne(started);
    await expect(startOne(0)).rejects.toMatchObject({ code: 'tooManyRequests' });
    world.clock.advance(startsPerRiderMs / 1000 + 1);
    for (const cabinet of cabinets) cabinet.heartbeat();
    await world.settle();
    await startOne(0);
  });
});
