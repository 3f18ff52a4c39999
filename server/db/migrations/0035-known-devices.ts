import { type Kysely, sql } from 'kysely';

/** Devices that have signed in with a phone before. Each has a separate allowance of codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE known_devices (
    device text NOT NULL,
    user_id uuid NOT NULL REFERENCES users,
    used_at timestamptz NOT NULL,
    PRIMARY KEY (device, user_id)
  )`.execute(db);
  await sql`CREATE INDEX known_devices_user ON known_devices (user_id)`.execute(db);
  await sql`CREATE INDEX known_devices_used ON known_devices (used_at)`.execute(db);
  // The known device that requested the code; null if another caller requested it.
  await sql`ALTER TABLE one_time_codes ADD COLUMN device text`.execute(db);
  // A phone has at most one pending code for each known device, and at most one for all other callers together.
  await sql`DROP INDEX one_time_codes_one_issued`.execute(db);
  await sql`CREATE UNIQUE INDEX one_time_codes_one_issued
    ON one_time_codes (phone, coalesce(device, '')) WHERE state = 'issued'`.execute(db);
}
