import { setTimeout } from 'node:timers/promises';
import type { WiredCabinet } from '../../server/testing/wiredCabinet.ts';
import { readBooks, type Books } from './facts.ts';
import type { World } from './world.ts';

/** Everything has to come to rest within this time, in seconds. */
const settleWithin = 180;

const open = new Set(['authorizing', 'ejecting', 'ejectUnknown', 'settling', 'paying']);
const moving = new Set(['requested', 'unknown', 'capturing', 'voiding', 'refunding']);

/**
 * Waits until nothing is under way, or the time is up. Cabinets that send again only after they have
 * reconnected do so now and then, as the lines of real ones make them.
 *
 * @returns what does not come to rest.
 */
export async function settle(world: World, isHome: () => boolean): Promise<string[]> {
  let quiet = 0;
  for (let second = 1; second <= settleWithin; second++) {
    const untold = world.cabinets.filter(isUntold);
    const books = await readBooks(world.database.db);
    quiet = isHome() && untold.length === 0 && isAtRest(books) ? quiet + 1 : 0;
    if (quiet >= 3) return [];
    if (second % 20 === 0) for (const cabinet of untold) cabinet.cut();
    await setTimeout(1_000);
  }
  return [
    ...(isHome() ? [] : ['not all riders came to their end']),
    ...world.cabinets.filter(isUntold).map(({ cabinet: { stationId, log } }) => {
      const [oldest] = log;
      return `cabinet ${stationId} is not rid of its events from ${oldest?.bootId}/${oldest?.seq} on`;
    }),
  ];
}

function isUntold({ cabinet }: WiredCabinet): boolean {
  return cabinet.log.some(({ type }) => type !== 'heartbeat');
}

function isAtRest({ rentals, payments, openJobs }: Books): boolean {
  return (
    openJobs.length === 0 &&
    !rentals.some(({ state }) => open.has(state)) &&
    !payments.some(({ state }) => moving.has(state))
  );
}
