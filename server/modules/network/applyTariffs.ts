import { z } from 'zod';
import type { Dependencies } from '../../dependencies.ts';
import { transact, type UnitOfWork } from '../../unitOfWork.ts';
import { recount } from '../cabinets/slots.ts';
import { updateTariffs, type ChangedTariff } from '../stations/stationTariffs.ts';
import { lockAssignment, stationsOfAssignment } from '../tariffs/assignments.ts';
import { allTariffs } from '../tariffs/readTariffs.ts';
import { announceEach } from '../webhooks/announce.ts';

const kind = 'tariffs.apply';
const Payload = z.object({ assignment: z.uuid() });

/** Gives these stations, or all stations, the tariff that is in force now. */
export async function applyTariffs(
  work: UnitOfWork,
  stationIds: readonly string[] | null,
): Promise<void> {
  const changed = await updateTariffs(work, stationIds);
  if (changed.length === 0) return;
  await announceTariffs(work, changed);
  const tariffs = await allTariffs(work.trx);
  const levels = new Map(tariffs.map(({ id, minimumLevel }) => [id, minimumLevel]));
  for (const { id, before, after } of changed) {
    // The minimum level decides which chargers count.
    if (levels.get(before) !== levels.get(after)) await recount(work, id);
  }
}

/** Sends one webhook for each pair of tariffs, because a change may concern thousands of stations. */
function announceTariffs(work: UnitOfWork, changed: readonly ChangedTariff[]): Promise<void> {
  const counts = new Map<string, { tariff: string; former: string; stations: number }>();
  for (const { before, after } of changed) {
    const pair = `${before} ${after}`;
    const counted = counts.get(pair) ?? { tariff: after, former: before, stations: 0 };
    counts.set(pair, { ...counted, stations: counted.stations + 1 });
  }
  return announceEach(work, 'tariff.changed', [...counts.values()]);
}

/** Applies a start or an end of an assignment at its time. The outbox keeps the job until it is done. */
export function planTariffs(work: UnitOfWork, assignment: string, runAt: Date): Promise<void> {
  const key = `${kind}:${assignment}:${runAt.toISOString()}`;
  return work.enqueue({ kind, key, payload: { assignment }, runAt });
}

export function registerTariffJobs(deps: Dependencies): void {
  deps.outbox.handle(kind, async (payload) => {
    const { assignment: id } = Payload.parse(payload);
    await transact(deps, async (work) => {
      const assignment = await lockAssignment(work, id);
      if (!assignment) return;
      await applyTariffs(work, await stationsOfAssignment(work.trx, assignment));
    });
  });
}
