import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Dependencies } from '../../../dependencies.ts';
import { enqueueEach } from '../../../outbox/enqueueEach.ts';
import { transact, type UnitOfWork } from '../../../db/unitOfWork.ts';
import { lockStation } from '../../stations/liveState.ts';
import { recount } from '../slots.ts';
import { lockStationsOf } from './lockStationsOf.ts';

/** Takes a charger out of the stock for ever. The caller has checked that nobody rents it. */
export async function retireCharger(work: UnitOfWork, serial: string): Promise<void> {
  const stations = await lockStationsOf(work, [serial]);
  await work.trx
    .updateTable('chargers')
    .set(({ fn, val }) => ({
      retired_at: work.now,
      held_back_at: fn.coalesce('held_back_at', val(work.now)),
    }))
    .where('serial', '=', serial)
    .execute();
  for (const station of stations) await recount(work, station);
}

/** The serial numbers of all chargers of a batch. */
export async function serialsOfBatch(work: UnitOfWork, batch: string): Promise<string[]> {
  const rows = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('batch', '=', batch)
    .orderBy('serial')
    .execute();
  return rows.map(({ serial }) => serial);
}

/**
 * Recalls chargers: nobody can rent them until an operator releases them. A rented charger stays with its rider until
 * its return. Retired and already recalled chargers do not change. Jobs update the counts of the stations later, so
 * that a large recall does not lock thousands of stations at once.
 *
 * @returns the serial numbers of the chargers that this call recalled (`recalled`), and of those among them that riders
 * have now (`rented`).
 */
export async function recallChargers(
  work: UnitOfWork,
  serials: readonly string[],
): Promise<{ recalled: string[]; rented: string[] }> {
  const rows = await work.trx
    .updateTable('chargers')
    .set(({ fn, val }) => ({
      recalled_at: work.now,
      held_back_at: fn.coalesce('held_back_at', val(work.now)),
    }))
    .where('serial', '=', sql<string>`any(${[...serials]}::text[])`)
    .where('recalled_at', 'is', null)
    .where('retired_at', 'is', null)
    .returning(['serial', 'state'])
    .execute();
  const recalled = rows.map(({ serial }) => serial).toSorted();
  await recountLater(work, recalled);
  return {
    recalled,
    rented: rows.flatMap(({ serial, state }) => (state === 'rented' ? [serial] : [])).toSorted(),
  };
}

const recountJob = 'cabinet.recount';
const RecountPayload = z.object({ stationId: z.string() });

/** Creates a job for each station that has one of these chargers in a slot. The job updates the station's counts. */
async function recountLater(work: UnitOfWork, serials: readonly string[]): Promise<void> {
  const stations = sql`(select distinct station_id as id from slots
    where charger = any(${[...serials]}::text[])) as station`;
  await enqueueEach(work.now, stations, {
    kind: recountJob,
    keyPrefix: `recount:${randomUUID()}:`,
    field: 'stationId',
  }).execute(work.trx);
  work.enqueuedByStatement();
}

export function registerRecounts(deps: Dependencies): void {
  deps.outbox.handle(recountJob, async (payload) => {
    const { stationId } = RecountPayload.parse(payload);
    await transact(deps, async (work) => {
      await lockStation(work, stationId);
      await recount(work, stationId);
    });
  });
}
