import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { UnitOfWork } from '../../db/unitOfWork.ts';

/**
 * SQL for queries of `stations`: the counts that riders can use, without reserved chargers and slots. An expired
 * reservation does not count, even if it is still stored in the row of the station.
 */
export function unreserved(now: Date) {
  return {
    // Only a live station lends chargers.
    chargers: sql<number>`case when stations.state <> 'live' then 0 else ${rest('chargers', 'reserved_chargers', now)} end`,
    freeSlots: rest('free_slots', 'reserved_slots', now),
  };
}

function rest(count: string, reserved: string, now: Date) {
  const [all, list] = [sql.ref(`stations.${count}`), sql.ref(`stations.${reserved}`)];
  // Most stations have no reservation. For such stations, this comparison avoids the more expensive
  // subquery.
  return sql<number>`case when ${list} = '{}' then ${all} else greatest(0, ${all}
    - (select count(*)::int from unnest(${list}) as expiry(at) where expiry.at > ${now}::timestamptz)) end`;
}

/**
 * Removes expired reservations from the rows of the stations. After this change, the cells of these
 * stations are counted again. Skips stations that another transaction has locked; the next call
 * updates them.
 */
export async function dropExpired(trx: Trx, now: Date): Promise<void> {
  const left = (list: string) =>
    sql`array(select expiry.at from unnest(${sql.ref(list)}) as expiry(at) where expiry.at > ${now}::timestamptz)`;
  await sql`update stations
    set reserved_chargers = ${left('reserved_chargers')}, reserved_slots = ${left('reserved_slots')}
    where id in (select id from stations
      where (reserved_chargers <> '{}' or reserved_slots <> '{}')
        and ${now}::timestamptz >= any(reserved_chargers || reserved_slots)
      for no key update skip locked)`.execute(trx);
}

/** Stores the expiry times of the reservations at a station. The caller must have locked the station. */
export async function setReserved(
  work: UnitOfWork,
  stationId: string,
  { chargers, slots }: { chargers: readonly Date[]; slots: readonly Date[] },
): Promise<void> {
  await work.trx
    .updateTable('stations')
    .set({
      reserved_chargers: times(chargers),
      reserved_slots: times(slots),
      changed_at: work.now,
    })
    .where('id', '=', stationId)
    .execute();
  work.stationChanged(stationId);
}

function times(dates: readonly Date[]) {
  const texts = dates.map((date) => date.toISOString());
  return sql<Date[]>`${texts}::text[]::timestamptz[]`;
}
