import { type Kysely, sql } from 'kysely';

/** Indexes with which the time line of a charger or a station finds its newest entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE INDEX rentals_station_newest ON rentals (station_id, created_at, id)`,
  `CREATE INDEX rentals_return_station_newest ON rentals (return_station_id, returned_at, id)
    WHERE return_station_id IS NOT NULL`,
  `CREATE INDEX rentals_charger_newest ON rentals (charger, created_at, id)`,
  `CREATE INDEX charger_swaps_charger ON charger_swaps (charger, swapped_at)`,
  `CREATE INDEX cabinet_events_station ON cabinet_events (station_id, received_at)`,
  `CREATE INDEX cabinet_commands_charger ON cabinet_commands (charger, asked_at)
    WHERE charger IS NOT NULL`,
  `CREATE INDEX field_sessions_station ON field_sessions (station_id, opened_at)`,
  `CREATE INDEX field_session_chargers_charger ON field_session_chargers (charger, at)`,
  `CREATE INDEX tickets_charger ON tickets (charger, opened_at) WHERE charger IS NOT NULL`,
  // The three indexes above that end with `_newest` replace these indexes. Dropping an index blocks
  // all readers, so this statement is the last.
  `DROP INDEX rentals_station, rentals_return_station, rentals_charger`,
];
