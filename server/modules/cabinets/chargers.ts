import type { Selectable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../unitOfWork.ts';
import type { SlotRow } from './slots.ts';

type ChargerState = Selectable<Database['chargers']>['state'];

/** The state of a charger; null for an unknown serial number. */
export async function chargerState(work: UnitOfWork, serial: string): Promise<ChargerState | null> {
  const known = await work.trx
    .selectFrom('chargers')
    .select('state')
    .where('serial', '=', serial)
    .executeTakeFirst();
  return known?.state ?? null;
}

/** Those of these serial numbers whose chargers are lost. */
export async function lostChargers(
  work: UnitOfWork,
  serials: readonly string[],
): Promise<string[]> {
  if (serials.length === 0) return [];
  const lost = await work.trx
    .selectFrom('chargers')
    .select('serial')
    .where('serial', 'in', [...serials])
    .where('state', '=', 'lost')
    .execute();
  return lost.map(({ serial }) => serial);
}

/** A slot, and all slots that hold a charger by the server's records; locked. */
export function lockSlotsAround(
  work: UnitOfWork,
  { station_id, slot, charger }: Pick<SlotRow, 'station_id' | 'slot'> & { charger: string },
): Promise<SlotRow[]> {
  return work.trx
    .selectFrom('slots')
    .selectAll()
    .where((or) =>
      or.or([
        or('charger', '=', charger),
        or.and([or('station_id', '=', station_id), or('slot', '=', slot)]),
      ]),
    )
    .forUpdate()
    .execute();
}
