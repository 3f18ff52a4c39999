import type { Db } from '../../db/database.ts';

/* Queries for the time lines of chargers and stations. */

export function cabinetEvents(db: Db) {
  return db.selectFrom('cabinet_events').selectAll();
}

/** The commands of operators to cabinets. */
export function operatorCommands(db: Db) {
  return db.selectFrom('cabinet_commands').selectAll();
}

export function fieldVisits(db: Db) {
  return db.selectFrom('field_sessions').selectAll();
}

/** The chargers that the team put into a cabinet or took out of it during a field session. */
export function visitedChargers(db: Db) {
  return db
    .selectFrom('field_session_chargers as visited')
    .innerJoin('field_sessions as visit', 'visit.id', 'visited.session_id')
    .selectAll('visited')
    .select(['visit.station_id', 'visit.opened_by']);
}

/** The reports of riders that a charger does not work. */
export function faultReports(db: Db) {
  return db.selectFrom('charger_reports').selectAll();
}

/** The state and the charging cycles of the batteries. */
export function batteries(db: Db) {
  return db.selectFrom('chargers').select(['serial', 'health', 'cycles']);
}

export function cabinetHealth(db: Db) {
  return db.selectFrom('cabinet_health').selectAll();
}

export function slotsOfStations(db: Db) {
  return db.selectFrom('slots').select(['station_id', 'slot', 'state', 'charger', 'level']);
}
