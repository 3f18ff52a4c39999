import { sql, type Selectable, type Updateable } from 'kysely';
import type { Database } from '../../db/schema.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';
import { announceEach } from '../webhooks/announce.ts';

/** The data that a station's cabinet reports, without the counts. `setCounts` stores the counts. */
export type LiveState = Pick<
  Updateable<Database['stations']>,
  | 'online'
  | 'boot_id'
  | 'last_seen_at'
  | 'silent_since'
  | 'batch_after'
  | 'heartbeat_lag_ms'
  | 'steady_heartbeats'
  | 'clock_offset_ms'
  | 'clock_offset_recent_ms'
  | 'clock_window_at'
  | 'inventory_at'
  | 'reported_layout'
  | 'reported_commands'
  | 'changed_at'
>;

export type StationRow = Selectable<Database['stations']>;

/**
 * Locks a station's row, so that the events of the station are processed one after the other. Returns null
 * for an unknown station.
 */
export async function lockStation(work: UnitOfWork, stationId: string): Promise<StationRow | null> {
  const station = await work.trx
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', stationId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return station ?? null;
}

/**
 * Locks a station's row like `lockStation`, but returns false at once if another transaction has
 * locked it. Other transactions lock the station's row first, and other rows later. Use this
 * function in a transaction that has already locked such other rows. If this function waited for
 * the station's row, the transactions could deadlock.
 */
export async function tryLockStation(work: UnitOfWork, stationId: string): Promise<boolean> {
  const station = await work.trx
    .selectFrom('stations')
    .select('id')
    .where('id', '=', stationId)
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst();
  return station !== undefined;
}

/** Changes the data that a station's cabinet reports. The caller must have locked the station. */
export async function setLiveState(
  work: UnitOfWork,
  stationId: string,
  set: LiveState,
): Promise<void> {
  await work.trx.updateTable('stations').set(set).where('id', '=', stationId).execute();
}

/** Changes a station's counts. Sends the station to the event streams only if a count changed. */
export async function setCounts(
  work: UnitOfWork,
  stationId: string,
  { slots, free_slots, chargers }: { slots: number; free_slots: number; chargers: number },
): Promise<void> {
  const changed = await work.trx
    .updateTable('stations')
    .set(({ fn, val }) => ({
      slots,
      free_slots,
      chargers,
      changed_at: work.now,
      empty_since: chargers > 0 ? null : fn.coalesce('empty_since', val(work.now)),
      full_since: free_slots > 0 ? null : fn.coalesce('full_since', val(work.now)),
    }))
    .where('id', '=', stationId)
    .where((or) =>
      or.or([
        or('slots', '<>', slots),
        or('free_slots', '<>', free_slots),
        or('chargers', '<>', chargers),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  if (changed) work.stationChanged(stationId);
}

/**
 * Sends a webhook for each of these stations. The webhook says that the cabinet has connected, or
 * has lost the connection.
 */
export function announceOnline(
  work: UnitOfWork,
  stationIds: readonly string[],
  isOnline: boolean,
): Promise<void> {
  return announceEach(
    work,
    isOnline ? 'station.online' : 'station.offline',
    stationIds.map((station) => ({ station })),
  );
}

/**
 * Marks the online stations whose last contact was at `lastSeen` or earlier as offline, and sends a webhook for each.
 * Returns the ids of these stations.
 */
export async function setSilent(work: UnitOfWork, lastSeen: Date): Promise<string[]> {
  const silent = await work.trx
    .updateTable('stations')
    .set({
      online: false,
      changed_at: work.now,
      silent_since: sql<Date>`coalesce(silent_since, last_seen_at)`,
    })
    .where('online', '=', true)
    .where('last_seen_at', '<=', lastSeen)
    .returning('id')
    .execute();
  const ids = silent.map(({ id }) => id);
  await announceOnline(work, ids, false);
  return ids;
}
