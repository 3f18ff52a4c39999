import { type Kysely, sql } from 'kysely';

/**
 * Stores the events that cabinets send about chargers, with the time of the cabinet and of the
 * server, for the time line of support. A rental refers to the event that reported the return of
 * the charger.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE cabinet_events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    station_id text NOT NULL REFERENCES stations,
    boot_id text NOT NULL,
    seq bigint NOT NULL,
    type text NOT NULL,
    charger text,
    slot int,
    command text,
    reason text,
    cabinet_at timestamptz,
    at timestamptz,
    received_at timestamptz NOT NULL
  )`,
  // An inventory has one row for each charger whose return it shows, so the charger is part of the
  // key.
  `CREATE UNIQUE INDEX cabinet_events_once
    ON cabinet_events (station_id, boot_id, seq, coalesce(charger, ''))`,
  `CREATE INDEX cabinet_events_charger ON cabinet_events (charger, received_at)`,
  `CREATE INDEX cabinet_events_time ON cabinet_events (received_at)`,
  `ALTER TABLE rentals ADD COLUMN return_boot_id text, ADD COLUMN return_seq bigint`,
];
