import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { nextTimeOfDay, offsetAt } from '../../time/timeZones.ts';
import { transact, type UnitOfWork } from '../../db/unitOfWork.ts';
import { recount } from '../cabinets/slots.ts';
import { OpsError } from '../operators/opsError.ts';
import { lockMasterData } from '../stations/saveStations.ts';
import {
  tariffPlans,
  timeZonesOf,
  updateTariffs,
  type ChangedTariff,
  type StationChoice,
} from '../stations/stationTariffs.ts';
import {
  assignmentsWithHours,
  lockAssignment,
  targetOf,
  type AssignmentRow,
} from '../tariffs/assignments.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { announceEach } from '../webhooks/announce.ts';

const kind = 'tariffs.apply';
const Payload = z.object({ assignment: z.uuid() });

/** Gives the stations of `choice` the tariff that is in force now. Returns the stations whose tariff changed. */
export async function applyTariffs(
  work: UnitOfWork,
  choice: StationChoice,
): Promise<ChangedTariff[]> {
  const changed = await updateTariffs(work, choice);
  if (changed.length === 0) return changed;
  await announceTariffs(work, changed);
  const tariffs = await allTariffs(work.trx);
  const levels = new Map(tariffs.map(({ id, minimumLevel }) => [id, minimumLevel]));
  for (const { id, before, after } of changed) {
    // The count of a station's chargers depends on the minimum level of its tariff.
    if (levels.get(before) !== levels.get(after)) await recount(work, id);
  }
  return changed;
}

/**
 * Runs `move`, which may put `stations` into another venue or time zone. Then gives `stations` the tariff that is in
 * force for them. Refuses a move that changes the current or later prices of stations that riders use: one operator
 * alone must not change these prices.
 *
 * @throws {OpsError} pricesWouldChange.
 */
export async function applyMove<T>(
  work: UnitOfWork,
  stations: readonly string[],
  move: () => Promise<T>,
): Promise<T> {
  // Without this lock, another operator could assign a tariff between the two readings of the plans.
  await lockMasterData(work.trx);
  const before = await tariffPlans(work, stations);
  const moved = await move();
  const after = await tariffPlans(work, stations);
  const changed = await applyTariffs(work, { stations });
  const refused = stations.find((id) => before.has(id) && before.get(id) !== after.get(id));
  if (refused === undefined) return moved;
  const tariffs = changed.find(({ id }) => id === refused);
  throw new OpsError(
    'pricesWouldChange',
    tariffs
      ? `Riders use station ${refused}, and would pay tariff ${tariffs.after} instead of ${tariffs.before}. ` +
          `Assign tariff ${tariffs.before} to the station first, or ${tariffs.after} with a second operator.`
      : `Riders use station ${refused}, and its prices would change later, because of hours or planned changes of tariffs. ` +
          'Assign a tariff for all hours to the station first, with a second operator.',
  );
}

/**
 * Sends one webhook for each pair of former and new tariff, not one for each station, because a change may concern
 * thousands of stations.
 */
function announceTariffs(work: UnitOfWork, changed: readonly ChangedTariff[]): Promise<void> {
  const counts = new Map<string, { tariff: string; former: string; stations: number }>();
  for (const { before, after } of changed) {
    const pair = `${before} ${after}`;
    const counted = counts.get(pair) ?? { tariff: after, former: before, stations: 0 };
    counts.set(pair, { ...counted, stations: counted.stations + 1 });
  }
  return announceEach(work, 'tariff.changed', [...counts.values()]);
}

/**
 * Enqueues a job that applies the tariffs at `runAt`. At this time, an assignment or its hours
 * start or end.
 */
export function planTariffs(work: UnitOfWork, assignment: string, runAt: Date): Promise<void> {
  const key = `${kind}:${assignment}:${runAt.toISOString()}`;
  return work.enqueue({ kind, key, payload: { assignment }, runAt });
}

/**
 * Plans the next start or end of the hours of an assignment that is in force. The job applies the tariffs and plans the
 * next start or end.
 */
export async function planHours(
  work: UnitOfWork,
  assignment: AssignmentRow,
  target: StationChoice,
): Promise<void> {
  const { from_minute: from, to_minute: to, starts_at, ends_at } = assignment;
  const isInForce = starts_at <= work.now && (ends_at === null || ends_at > work.now);
  if (from === null || to === null || !isInForce) return;
  const zones = await timeZonesOf(work.trx, target);
  const times = zones.flatMap((zone) => [from, to].map((at) => nextChange(work.now, at, zone)));
  // A venue without stations has no time zone, so the job runs at midnight UTC. The key of a job contains its time. The
  // next midnight does not change during a day, so a repeated call on the same day enqueues no second job.
  const midnight = new Date((Math.floor(work.now.getTime() / dayMs) + 1) * dayMs);
  const [next = midnight] = times.toSorted((a, b) => a.getTime() - b.getTime());
  await planTariffs(work, assignment.id, next);
}

/** The next time at which hours that begin or end at `minutes` after midnight may change the tariff. */
function nextChange(now: Date, minutes: number, zone: string): Date {
  const offset = offsetAt(now.getTime(), zone);
  // When clocks go back, a time of day occurs twice. `nextTimeOfDay` finds only the first occurrence, so first try
  // `minutes` today with the current offset.
  const midnight = Math.floor((now.getTime() + offset) / dayMs) * dayMs - offset;
  const today = midnight + minutes * 60_000;
  if (today > now.getTime() && offsetAt(today, zone) === offset) return new Date(today);
  const next = nextTimeOfDay(now, minutes, zone);
  const isShifted = offset !== offsetAt(next.getTime(), zone);
  // When clocks change, hours may begin or end at the change. Clocks change only at a full quarter of an hour.
  const quarter = new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs);
  return isShifted && quarter < next ? quarter : next;
}

const quarterMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Plans the hours of all assignments again. Call this after changes of stations, because stations in new time zones may
 * have joined the assignments.
 */
export async function planAllHours(work: UnitOfWork): Promise<void> {
  for (const { id } of await assignmentsWithHours(work.trx, work.now)) {
    const assignment = await lockAssignment(work, id);
    if (assignment) await planHours(work, assignment, await targetOf(work.trx, assignment));
  }
}

export function registerTariffJobs(deps: Dependencies): void {
  deps.outbox.handle(kind, async (payload) => {
    const { assignment: id } = Payload.parse(payload);
    await transact(deps, async (work) => {
      // An import locks the stations before the assignments. This job locks in the same order, to prevent a deadlock.
      await lockMasterData(work.trx);
      const assignment = await lockAssignment(work, id);
      if (!assignment) return;
      const target = await targetOf(work.trx, assignment);
      await applyTariffs(work, target);
      await planHours(work, assignment, target);
    });
  });
}
