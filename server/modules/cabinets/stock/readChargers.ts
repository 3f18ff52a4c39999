import type { ChargerQuery, ChargerShown } from '../../../../contract/operators/chargers.ts';
import type { Db, Trx } from '../../../db/database.ts';

type Filter = Partial<Omit<ChargerQuery, 'limit'>> & {
  serial?: string;
  /** Omits unknown chargers that a cabinet has reported and nobody has registered. */
  isRegistered?: true;
};

/** Chargers in the order of their serial numbers. */
export async function readChargers(
  db: Db | Trx,
  { serial, isRegistered, status, batch, station, after }: Filter,
  limit: number,
): Promise<ChargerShown[]> {
  const rows = await db
    .selectFrom('chargers')
    .leftJoin('slots', 'slots.charger', 'chargers.serial')
    .select(['serial', 'chargers.status', 'batch', 'model', 'chargers.changed_at'])
    .select(['registered_at', 'held_back_at', 'recalled_at', 'retired_at'])
    .select(['slots.station_id', 'slots.slot', 'slots.level'])
    .$if(serial !== undefined, (query) => query.where('serial', '=', serial ?? ''))
    .$if(isRegistered === true, (query) => query.where('registered_at', 'is not', null))
    .$if(status !== undefined, (query) => query.where('chargers.status', '=', status ?? 'inStock'))
    .$if(batch !== undefined, (query) => query.where('batch', '=', batch ?? ''))
    .$if(station !== undefined, (query) => query.where('slots.station_id', '=', station ?? ''))
    .$if(after !== undefined, (query) => query.where('serial', '>', after ?? ''))
    .orderBy('serial')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    serial: row.serial,
    status: row.status,
    batch: row.batch,
    model: row.model,
    place:
      row.station_id === null || row.slot === null
        ? null
        : { station: row.station_id, slot: row.slot, level: row.level },
    changedAt: row.changed_at.toISOString(),
    registeredAt: row.registered_at?.toISOString() ?? null,
    heldBackAt: row.held_back_at?.toISOString() ?? null,
    recalledAt: row.recalled_at?.toISOString() ?? null,
    retiredAt: row.retired_at?.toISOString() ?? null,
  }));
}
