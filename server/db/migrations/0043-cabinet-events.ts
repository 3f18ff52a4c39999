import { type Kysely, sql } from 'kysely';

/**
 * What cabinets reported about chargers, with their time and ours, so that support can show it. A rental
 * stores which event returned its charger.
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
  // An inventory may show several chargers.
  `CREATE UNIQUE INDEX cabinet_events_once
    ON cabinet_events (station_id, boot_id, seq, coalesce(charger, ''))`,
  `CREATE INDEX cabinet_events_charger ON cabinet_events (charger, received_at)`,
  `CREATE INDEX cabinet_events_time ON cabinet_events (received_at)`,
  `ALTER TABLE rentals ADD COLUMN return_boot_id text, ADD COLUMN return_seq bigint`,
];
