import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { chargerState } from './chargers.ts';
import { recount, setCharger } from './slots.ts';

/**
 * Holds a charger back: nobody can rent it until an operator releases it. The charger keeps its
 * state, so that the rider of a lost charger still gets a refund if the charger is returned later.
 */
export async function holdBackCharger(work: UnitOfWork, serial: string): Promise<void> {
  await work.trx
    .updateTable('chargers')
    .set(({ fn, val }) => ({ held_back_at: fn.coalesce('held_back_at', val(work.now)) }))
    .where('serial', '=', serial)
    .execute();
  await recountStationsOf(work, serial);
}

/**
 * Releases a charger that is held back or recalled. Earlier reports that the charger does not work no longer count. A
 * charger in a slot can be rented again; in a locked slot, only after the slot is unlocked. A quarantined charger that
 * is in no slot counts as missing until a cabinet reports it.
 */
export async function releaseCharger(work: UnitOfWork, serial: string): Promise<void> {
  if ((await chargerState(work, serial)) === 'quarantined') {
    const isInside = (await stationsOf(work, serial)).length > 0;
    await setCharger(work, serial, isInside ? 'docked' : 'missing');
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

/**
 * The stations that have the charger in a slot, even in a slot that an operator has locked, but not in an `ejecting`
 * slot. The order of the stations is fixed, so that concurrent calls do not deadlock.
 */
async function stationsOf(work: UnitOfWork, serial: string): Promise<string[]> {
  const slots = await work.trx
    .selectFrom('slots')
    .select('station_id')
    .distinct()
    .where('charger', '=', serial)
    .where('state', 'in', ['occupied', 'reserved', 'suspect', 'disabled'])
    .orderBy('station_id')
    .execute();
  return slots.map(({ station_id }) => station_id);
}
