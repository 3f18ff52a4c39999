import { type Kysely, sql } from 'kysely';

/** Regions, venues, and the times at which a station was in a venue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE regions (
    id text PRIMARY KEY,
    name text NOT NULL,
    version int NOT NULL DEFAULT 1,
    field_versions jsonb NOT NULL DEFAULT '{}'
  )`,
  `CREATE TABLE venues (
    id text PRIMARY KEY,
    name text NOT NULL,
    owner_name text NOT NULL,
    statement_email text,
    region_id text NOT NULL REFERENCES regions,
    state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'ended')),
    -- The stations that were paused with the venue.
    paused_stations text[] NOT NULL DEFAULT '{}',
    version int NOT NULL DEFAULT 1,
    field_versions jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL
  )`,
  `CREATE INDEX venues_region ON venues (region_id, id)`,
  `ALTER TABLE stations ADD COLUMN venue_id text REFERENCES venues`,
  `CREATE INDEX stations_venue ON stations (venue_id) WHERE venue_id IS NOT NULL`,
  `CREATE TABLE venue_periods (
    station_id text NOT NULL REFERENCES stations ON DELETE CASCADE,
    venue_id text NOT NULL REFERENCES venues,
    since timestamptz NOT NULL,
    until timestamptz CHECK (until >= since)
  )`,
  `CREATE UNIQUE INDEX venue_periods_present ON venue_periods (station_id) WHERE until IS NULL`,
  `CREATE INDEX venue_periods_station ON venue_periods (station_id, since)`,
  `CREATE INDEX venue_periods_venue ON venue_periods (venue_id, since)`,
  // Every change of a station's venue ends a period and begins another, so that a statement can determine in which
  // venue a rental began.
  `CREATE FUNCTION note_station_venue() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE venue_periods SET until = greatest(since, NEW.changed_at)
        WHERE station_id = NEW.id AND until IS NULL;
      IF NEW.venue_id IS NOT NULL THEN
        INSERT INTO venue_periods (station_id, venue_id, since) VALUES (NEW.id, NEW.venue_id, NEW.changed_at);
      END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER stations_venue_set AFTER INSERT ON stations FOR EACH ROW
    WHEN (NEW.venue_id IS NOT NULL) EXECUTE FUNCTION note_station_venue()`,
  `CREATE TRIGGER stations_venue_changed AFTER UPDATE OF venue_id ON stations FOR EACH ROW
    WHEN (OLD.venue_id IS DISTINCT FROM NEW.venue_id) EXECUTE FUNCTION note_station_venue()`,
];
