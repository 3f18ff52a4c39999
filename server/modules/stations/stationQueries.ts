import type { Db } from '../../db/database.ts';
import { unreserved } from './reserved.ts';
import { tariffTerms } from '../tariffs/readTariffs.ts';

/*
 * Other queries join these queries by the station's id. PostgreSQL plans such a join like a join with the table itself.
 */

/** The columns that messages, orders and documents show of a station. */
export function stationNames(db: Db) {
  return db.selectFrom('stations').select(['id', 'name', 'address', 'time_zone']);
}

/** The columns that an order shows of its stations. `layout` is the arrangement of the slots, such as `4x2`. */
export function orderStations(db: Db) {
  return db
    .selectFrom('stations')
    .select(['id', 'name', 'address', 'slots'])
    .select(({ fn }) => fn.coalesce('layout', 'reported_layout').as('layout'));
}

/** The positions of the stations, in degrees. */
export function stationPositions(db: Db) {
  return db.selectFrom('stations').select(['id', 'lat', 'lng']);
}

/**
 * The numbers of chargers and of free slots of each station, without reserved chargers and slots. An offline station
 * keeps its last counts, but riders cannot use it. Callers must therefore check `online`. Retired stations are left
 * out.
 */
export function stationCounts(db: Db, now: Date) {
  const { chargers, freeSlots } = unreserved(now);
  return db
    .selectFrom('stations')
    .select(['id', 'online'])
    .where('state', '<>', 'retired')
    .select([chargers.as('chargers'), freeSlots.as('free_slots')]);
}

/** The counts of the live stations whose ids come after `id`, in the order of the ids. */
export function countsAfter(db: Db, id: string, limit: number) {
  return db
    .selectFrom('stations')
    .select(['id', 'online', 'chargers', 'free_slots', 'time_zone'])
    .where('id', '>', id)
    .where('state', '=', 'live')
    .orderBy('id')
    .limit(limit);
}

/**
 * The positions of live stations with the counts of their cabinets, without cabinets that have no slots. The counts of
 * offline cabinets are the last reported ones.
 */
export function stationStocks(db: Db) {
  return db
    .selectFrom('stations')
    .select(['id', 'name', 'lat', 'lng', 'time_zone', 'chargers', 'free_slots', 'online'])
    .where('state', '=', 'live')
    .where('slots', '>', 0);
}

/**
 * The connection of each station's cabinet: its last contact, and the offset of its clock in milliseconds.
 */
export function cabinetLinks(db: Db) {
  return db.selectFrom('stations').select(['id', 'online', 'last_seen_at', 'clock_offset_ms']);
}

/** The tariff of each station, with its terms. */
export function stationTariffs(db: Db) {
  return db
    .selectFrom('stations')
    .innerJoin(tariffTerms(db).as('tariff'), 'tariff.id', 'stations.tariff_id')
    .select(['stations.id', 'stations.state', 'stations.online', 'stations.last_seen_at'])
    .select('stations.tariff_id')
    .select('tariff.terms');
}

/** The state of the cabinet of each station, for the rules that find faults. */
export function stationConditions(db: Db) {
  return (
    db
      .selectFrom('stations')
      .select(['id', 'name', 'state', 'online', 'last_seen_at', 'clock_offset_ms'])
      .select(['slots', 'chargers', 'free_slots'])
      // If a station became empty or full before these columns existed, the column is null. In this
      // case, use the time of the last change of the station.
      .select(({ fn }) => [
        fn.coalesce('empty_since', 'changed_at').as('empty_since'),
        fn.coalesce('full_since', 'changed_at').as('full_since'),
      ])
  );
}
