import { type Kysely, sql } from 'kysely';

/** The assignments of tariffs to stations, and the acts that wait for the approval of a second operator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE pending_acts (
      id uuid PRIMARY KEY,
      action text NOT NULL,
      subject text NOT NULL,
      request jsonb NOT NULL,
      requested_by text NOT NULL,
      why text NOT NULL,
      requested_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      state text NOT NULL CHECK (state IN ('open', 'approved', 'rejected', 'withdrawn')),
      decided_by text,
      decided_at timestamptz,
      CHECK ((state = 'open') = (decided_at IS NULL)),
      CHECK (state <> 'approved' OR lower(decided_by) <> lower(requested_by))
    )`.execute(db);
  await sql`CREATE INDEX pending_acts_newest ON pending_acts (requested_at DESC, id)`.execute(db);

  await sql`
    CREATE TABLE tariff_assignments (
      id uuid PRIMARY KEY,
      number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
      tariff_id text NOT NULL REFERENCES tariffs,
      is_for_all boolean NOT NULL,
      assigned_by text NOT NULL,
      starts_at timestamptz NOT NULL,
      ends_at timestamptz CHECK (ends_at >= starts_at)
    )`.execute(db);
  await sql`
    CREATE TABLE tariff_assignment_stations (
      assignment_id uuid NOT NULL REFERENCES tariff_assignments,
      station_id text NOT NULL REFERENCES stations ON DELETE CASCADE,
      PRIMARY KEY (station_id, assignment_id)
    )`.execute(db);
  await sql`
    CREATE INDEX tariff_assignment_stations_assignment ON tariff_assignment_stations (assignment_id)`.execute(
    db,
  );

  // The tariff from the last import of the station. It applies from `own_tariff_at` on, until an
  // assignment replaces it.
  await sql`
    ALTER TABLE stations
      ADD COLUMN own_tariff_id text REFERENCES tariffs,
      ADD COLUMN own_tariff_at timestamptz NOT NULL DEFAULT 'epoch'`.execute(db);
  await sql`UPDATE stations SET own_tariff_id = tariff_id`.execute(db);
  await sql`ALTER TABLE stations ALTER COLUMN own_tariff_id SET NOT NULL`.execute(db);

  // Riders agree to a tariff by its id, so its terms never change. Only the minimum charge may change, because the
  // payment provider determines it.
  await sql`
    CREATE FUNCTION refuse_changed_tariff() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'the terms of a tariff never change'; END $$`.execute(db);
  await sql`
    CREATE TRIGGER tariffs_never_change BEFORE UPDATE ON tariffs FOR EACH ROW
      WHEN (NEW.id <> OLD.id OR (NEW.terms - 'minimumCharge') IS DISTINCT FROM (OLD.terms - 'minimumCharge'))
      EXECUTE FUNCTION refuse_changed_tariff()`.execute(db);
}
