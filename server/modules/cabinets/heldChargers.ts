import type { UnitOfWork } from '../../unitOfWork.ts';
import { chargerState } from './chargers.ts';
import { recount, setCharger } from './slots.ts';

/** Holds a charger back: nobody can rent it until somebody releases it. */
export async function holdBackCharger(work: UnitOfWork, serial: string): Promise<void> {
  await setCharger(work, serial, 'quarantined');
  await recountStationsOf(work, serial);
}

/**
 * Releases a charger that was held back or recalled. Earlier reports about it no longer count. A charger in a slot can
 * be rented again. Any other charger counts as missing until a cabinet reports it, unless the team has it.
 */
export async function releaseCharger(work: UnitOfWork, serial: string): Promise<void> {
  const isInside = (await stationsOf(work, serial)).length > 0;
  if (isInside) await setCharger(work, serial, 'docked');
  else if ((await chargerState(work, serial)) !== 'registered') {
    await setCharger(work, serial, 'missing');
  }
  await work.trx
    .updateTable('chargers')
    .set({ held_back_at: null, recalled_at: null, released_at: work.now })
    .where('serial', '=', serial)
    .execute();
  await recountStationsOf(work, serial);
}

async function recountStationsOf(work: UnitOfWork, serial: string): Promise<void> {
  for (const stationId of await stationsOf(work, serial)) await recount(work, stationId);
}

/** The stations in whose slots the charger is, in a fixed order, so that concurrent calls do not deadlock. */
async function stationsOf(work: UnitOfWork, serial: string): Promise<string[]> {
  const slots = await work.trx
    .selectFrom('slots')
    .select('station_id')
    .distinct()
    .where('charger', '=', serial)
    .where('state', 'in', ['occupied', 'reserved', 'suspect'])
    .orderBy('station_id')
    .execute();
  return slots.map(({ station_id }) => station_id);
}
