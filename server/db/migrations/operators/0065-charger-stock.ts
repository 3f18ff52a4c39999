import { type Kysely, sql } from 'kysely';

/**
 * Registered chargers with their batch and model, recalled and retired chargers, and field sessions, in which somebody
 * puts chargers into a cabinet or takes them out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE chargers
    DROP CONSTRAINT chargers_state_check,
    ADD CONSTRAINT chargers_state_check
      CHECK (state IN ('registered', 'docked', 'rented', 'quarantined', 'lost', 'missing')),
    ADD COLUMN batch text,
    ADD COLUMN model text,
    ADD COLUMN registered_at timestamptz,
    ADD COLUMN recalled_at timestamptz,
    ADD COLUMN retired_at timestamptz,
    ADD CONSTRAINT chargers_retired_held CHECK (retired_at IS NULL OR held_back_at IS NOT NULL)`,
  `UPDATE chargers SET registered_at = changed_at WHERE state <> 'quarantined' OR NOT EXISTS (
    SELECT FROM support_cases WHERE kind = 'unknownCharger' AND details ->> 'charger' = serial)`,
  `CREATE INDEX chargers_batch ON chargers (batch, serial) WHERE batch IS NOT NULL`,
  `CREATE INDEX support_cases_charger ON support_cases ((details ->> 'charger'))
    WHERE details ->> 'charger' IS NOT NULL`,
  `CREATE TABLE field_sessions (
    id uuid PRIMARY KEY,
    station_id text NOT NULL REFERENCES stations (id),
    opened_by text NOT NULL,
    opened_at timestamptz NOT NULL,
    closed_at timestamptz,
    closed_by text,
    CHECK ((closed_at IS NULL) = (closed_by IS NULL))
  )`,
  `CREATE UNIQUE INDEX field_sessions_one_open ON field_sessions (station_id) WHERE closed_at IS NULL`,
  `CREATE INDEX field_sessions_opened ON field_sessions (opened_at, id)`,
  `CREATE TABLE field_session_chargers (
    session_id uuid NOT NULL REFERENCES field_sessions (id),
    charger text NOT NULL,
    direction text NOT NULL CHECK (direction IN ('in', 'out')),
    slot int NOT NULL,
    at timestamptz NOT NULL,
    PRIMARY KEY (session_id, charger, direction)
  )`,
  `CREATE TABLE cabinet_commands (
    id text PRIMARY KEY,
    station_id text NOT NULL REFERENCES stations (id),
    type text NOT NULL CHECK (type IN ('eject', 'lock', 'unlock', 'restart', 'inventory')),
    slot int CHECK ((slot IS NOT NULL) = (type IN ('eject', 'lock', 'unlock'))),
    charger text CHECK ((charger IS NOT NULL) = (type = 'eject')),
    state text NOT NULL CHECK (state IN ('sent', 'done', 'failed', 'unknown')),
    reason text,
    asked_by text NOT NULL,
    asked_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    boot_id text,
    answered_at timestamptz,
    CHECK ((answered_at IS NULL) = (state = 'sent'))
  )`,
  `CREATE INDEX cabinet_commands_station ON cabinet_commands (station_id, asked_at)`,
  `CREATE INDEX cabinet_commands_sent ON cabinet_commands (station_id) WHERE state = 'sent'`,
  `ALTER TABLE stations ADD COLUMN reported_commands text[]`,
  // For each slot, at most one eject command of an operator waits for its result.
  `CREATE UNIQUE INDEX cabinet_commands_one_eject ON cabinet_commands (station_id, slot)
    WHERE state = 'sent' AND type = 'eject'`,
  `ALTER TABLE operators DROP CONSTRAINT operators_roles_check,
    ADD CONSTRAINT operators_roles_check CHECK (cardinality(roles) > 0
      AND roles <@ ARRAY['administrator', 'support', 'field', 'finance', 'readOnly'])`,
];
