import { setTimeout } from 'node:timers/promises';
import type { MqttCabinet } from '../../server/testing/cabinets/mqttCabinet.ts';
import { readBooks, type ReadBooks } from './facts.ts';
import type { World } from './world.ts';

/** Maximum time until everything is at rest, in seconds. */
const settleWithin = 180;

const open = new Set(['authorizing', 'ejecting', 'ejectUnknown', 'settling', 'paying']);
const moving = new Set(['requested', 'unknown', 'capturing', 'voiding', 'refunding']);

/**
 * Waits until nothing is in progress, or the time is up. Some cabinets resend events only after a
 * reconnect. This function reconnects them from time to time, as real networks do.
 *
 * @returns what is still in progress.
 */
export async function settle(world: World, isHome: () => boolean): Promise<string[]> {
  let quiet = 0;
  // Cabinets send their inventory every 20 minutes. The run is too short to wait for that.
  for (const cabinet of world.cabinets) cabinet.sendInventory();
  for (let second = 1; second <= settleWithin; second++) {
    const unacked = world.cabinets.filter(hasUnackedEvents);
    const books = await readBooks(world.database.db);
    quiet = isHome() && unacked.length === 0 && isAtRest(books) ? quiet + 1 : 0;
    if (quiet >= 3) return [];
    if (second % 20 === 0) for (const cabinet of unacked) cabinet.cut();
    await setTimeout(1_000);
  }
  return [
    ...(isHome() ? [] : ['not all riders have finished']),
    ...world.cabinets.filter(hasUnackedEvents).map(({ cabinet: { stationId, log } }) => {
      const [oldest] = log;
      return `cabinet ${stationId} still has unacknowledged events from ${oldest?.bootId}/${oldest?.seq} on`;
    }),
  ];
}

function hasUnackedEvents({ cabinet }: MqttCabinet): boolean {
  return cabinet.log.some(({ type }) => type !== 'heartbeat');
}

function isAtRest({ rentals, payments, openJobs }: ReadBooks): boolean {
  return (
    openJobs.length === 0 &&
    !rentals.some(({ state, heldUntil }) => open.has(state) && heldUntil === null) &&
    !payments.some(({ state }) => moving.has(state))
  );
}
