import { type Kysely, sql } from 'kysely';

/** Data about the cabinets' clocks; see `schema.ts`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE stations
    ADD COLUMN batch_after timestamptz,
    ADD COLUMN clock_offset_recent_ms int,
    ADD COLUMN clock_window_at timestamptz,
    ADD COLUMN heartbeat_lag_ms bigint`,
  'ALTER TABLE inbox_marks ADD COLUMN told_at timestamptz',
];
