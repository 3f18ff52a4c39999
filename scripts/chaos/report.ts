import { writeFile } from 'node:fs/promises';
import type { DeskLog } from './desk.ts';
import type { Disturbances } from './disturbances.ts';
import type { Facts } from './facts.ts';
import { rowOf, spreadOf } from './figures.ts';
import { tableOf, type Violation } from './invariants.ts';
import type { RiderLog } from './rider.ts';
import type { Settled } from './settle.ts';
import type { Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

export interface Run {
  readonly options: { seed: number; seconds: number; riders: number; json: string | undefined };
  readonly diary: RiderLog;
  readonly desk: DeskLog;
  readonly disturbances: Disturbances;
  readonly webhooks: Webhooks;
  /** Seconds for which due jobs waited. */
  readonly jobWaits: readonly number[];
  /** Memory of the processes, in MiB. */
  readonly memory: readonly number[];
  readonly settled: Settled;
  readonly facts: Facts;
  readonly violations: readonly Violation[];
}

/** Prints the figures and the violations. Also writes both to a file if the options name a file. */
export async function report(world: World, run: Run): Promise<void> {
  const { options, violations } = run;
  const spreads = spreadsOf(world, run);
  const counts = countsOf(world, run);
  console.log(`${''.padEnd(36)}    count      p50      p95      p99      max`);
  for (const [name, values] of Object.entries(spreads)) console.log(rowOf(name, spreadOf(values)));
  for (const [name, all] of Object.entries(counts)) {
    const parts = Object.entries(all).map(([what, count]) => `${what} ${count}`);
    console.log(`${name}: ${parts.join(', ') || 'none'}`);
  }
  console.log(`violations of each guarantee:\n${tableOf(violations)}`);
  console.log(violations.length === 0 ? 'no violation' : `${violations.length} violations:`);
  for (const { invariant, what } of violations) console.log(`  ${invariant}: ${what}`);
  if (options.json === undefined) return;
  const figures = Object.fromEntries(
    Object.entries(spreads).map(([name, values]) => [name, spreadOf(values)]),
  );
  const { seed, seconds, riders, json } = options;
  const all = { seed, seconds, riders, figures, counts, violations };
  await writeFile(json, `${JSON.stringify(all, null, 2)}\n`);
}

function spreadsOf(
  world: World,
  { diary, jobWaits, memory, facts }: Run,
): Record<string, number[]> {
  return {
    'start until ready (ms)': world.served.flatMap(({ process }) => process.readyMs),
    'request until slot opens (ms)': diary.openedMs,
    'return until paid (ms)': diary.billedMs.resent,
    '… sent again when reconnected only': diary.billedMs.afterReconnect,
    'call until answered (ms)': world.balancer.answerMs,
    'wait of a due job (ms)': jobWaits.map((seconds) => seconds * 1000),
    'memory of a process (MiB)': [...memory],
    'billed less time outside (ms)': billedTooLong(facts),
  };
}

/**
 * Returns billed time minus real time outside, in milliseconds. The value is negative if the billed
 * time is shorter.
 */
function billedTooLong({ fleet, books }: Facts): number[] {
  return books.rentals.flatMap(({ id, startedAt, returnedAt }) => {
    const trip = fleet.trips.find(({ rentalId }) => rentalId === id);
    if (!startedAt || !returnedAt || !trip?.backAt) return [];
    const real = trip.backAt.getTime() - trip.outAt.getTime();
    return [returnedAt.getTime() - startedAt.getTime() - real];
  });
}

function countsOf(world: World, run: Run): Record<string, Record<string, number>> {
  const { diary, desk, disturbances, webhooks, facts, settled } = run;
  return {
    disturbances: Object.fromEntries(disturbances.counts),
    rentals: countBy(facts.books.rentals.map(({ state }) => state)),
    'failed rentals': countBy(facts.books.rentals.flatMap(({ failure }) => failure ?? [])),
    'refused starts': Object.fromEntries(diary.refusals),
    'calls that failed': Object.fromEntries(world.balancer.failures),
    claims: countBy(facts.books.claims.map(({ kind, state }) => `${kind} ${state}`)),
    'chargers that do not charge': {
      reported: diary.freed.size,
      ...countBy(facts.books.rentals.flatMap(({ swap }) => (swap === null ? [] : `swap ${swap}`))),
    },
    'closed cases': Object.fromEntries(
      [...desk.answers].toSorted(([a], [b]) => a.localeCompare(b)),
    ),
    'support cases': countBy(facts.books.cases.map(({ kind }) => kind)),
    webhooks: { sent: webhooks.sent, forged: webhooks.forged },
    'seconds until at rest': settled.seconds,
  };
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
