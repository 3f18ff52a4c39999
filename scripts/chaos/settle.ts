import { setTimeout } from 'node:timers/promises';
import type { MqttCabinet } from '../../server/testing/cabinets/mqttCabinet.ts';
import { readBooks } from './facts.ts';
import type { World } from './world.ts';

/** The maximum time until nothing is in progress, in seconds. */
const settleWithin = 180;

const open = new Set(['authorizing', 'ejecting', 'ejectUnknown', 'settling', 'paying']);
const parts = ['riders', 'cabinets', 'rentals', 'payments', 'jobs'] as const;
const moving = new Set(['requested', 'unknown', 'capturing', 'voiding', 'refunding']);

export interface Settled {
  /**
   * For each part, the seconds from the end of the disturbances until nothing was in progress.
   */
  readonly seconds: Record<(typeof parts)[number], number>;
  /** Descriptions of the riders and cabinets that have not finished after the maximum time. */
  readonly unsettled: readonly string[];
}

/**
 * Waits until nothing is in progress, or until the maximum time has passed. Some cabinets resend
 * events only after a reconnect. Therefore the function reconnects such cabinets from time to time,
 * as real networks do.
 */
export async function settle(world: World, isHome: () => boolean): Promise<Settled> {
  const startedAt = performance.now();
  const seconds = { riders: 0, cabinets: 0, rentals: 0, payments: 0, jobs: 0 };
  let quiet = 0;
  // Cabinets send their inventory every 20 minutes, but the run is shorter. So request an inventory
  // now.
  for (const cabinet of world.cabinets) cabinet.sendInventory();
  for (let tries = 1; tries <= settleWithin; tries++) {
    const unacked = world.cabinets.filter(hasUnackedEvents);
    const books = await readBooks(world.database.db);
    const isBusy = {
      riders: !isHome(),
      cabinets: unacked.length > 0,
      rentals: books.rentals.some(({ state, heldUntil }) => open.has(state) && heldUntil === null),
      payments: books.payments.some(({ state }) => moving.has(state)),
      jobs: books.openJobs.length > 0,
    };
    const second = Math.round((performance.now() - startedAt) / 1000);
    for (const part of parts) if (isBusy[part]) seconds[part] = second;
    quiet = parts.some((part) => isBusy[part]) ? 0 : quiet + 1;
    if (quiet >= 3) return { seconds, unsettled: [] };
    if (tries % 8 === 0) for (const cabinet of unacked) cabinet.cut();
    await setTimeout(1_000);
  }
  const unsettled = [
    ...(isHome() ? [] : ['not all riders have finished']),
    ...world.cabinets.filter(hasUnackedEvents).map(({ cabinet: { stationId, log } }) => {
      const [oldest] = log;
      return `cabinet ${stationId} still has unacknowledged events from ${oldest?.bootId}/${oldest?.seq} on`;
    }),
  ];
  return { seconds, unsettled };
}

function hasUnackedEvents({ cabinet }: MqttCabinet): boolean {
  return cabinet.log.some(({ type }) => type !== 'heartbeat');
}
