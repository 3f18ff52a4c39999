import { setTimeout } from 'node:timers/promises';
import { systemClock } from '../../server/time/clock.ts';
import { waitingJobs } from './facts.ts';
import { pushInto, type Rider } from './rider.ts';
import type { World } from './world.ts';

/** Measures every second how long each due job has waited, in seconds. */
export async function watchJobs(world: World, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = [];
  while (!signal.aborted) {
    const jobs = await waitingJobs(world.database.db);
    waits.push(...jobs.map(({ waited }) => waited));
    await setTimeout(1_000);
  }
  return waits;
}

/** Measures every second how much memory each process uses, in MiB. */
export async function watchMemory(world: World, signal: AbortSignal): Promise<number[]> {
  const samples: number[] = [];
  while (!signal.aborted) {
    const used = await Promise.all(world.served.map(({ process }) => process.residentMiB()));
    samples.push(...used.flatMap((one) => one ?? []));
    await setTimeout(1_000);
  }
  return samples;
}

/**
 * Twice a second, reads from the database which stations are online and have chargers. The map shows these stations
 * with chargers.
 */
export async function watchMap(world: World, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const filled = await world.database.db
      .selectFrom('stations')
      .select('id')
      .where('online', '=', true)
      .where('chargers', '>', 0)
      .execute();
    world.shown = filled.map(({ id }) => id);
    await setTimeout(500);
  }
}

/**
 * Once a second, until the signal aborts, pushes each unused charger into a random cabinet. A charger is unused if no
 * rider follows its rental, and if it has been outside for more than three seconds.
 */
export async function returnUnusedChargers(
  world: World,
  riders: readonly Rider[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const followed = new Set(riders.map(({ following }) => following));
    for (const { charger, rentalId, outAt } of world.trips.outside) {
      const isOld = systemClock.now().getTime() - outAt.getTime() > 3_000;
      if (!isOld || followed.has(rentalId)) continue;
      pushInto(world, world.random.pick(world.cabinets), charger);
    }
    await setTimeout(1_000);
  }
}
