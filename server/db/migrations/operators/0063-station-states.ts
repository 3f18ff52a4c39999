import { type Kysely, sql } from 'kysely';

/**
 * Adds the states of stations. A paused station takes only returns. Riders no longer see a retired
 * station.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE stations ADD COLUMN state text NOT NULL DEFAULT 'live'
      CHECK (state IN ('live', 'paused', 'retired'))`.execute(db);
  // Maps and lists leave out retired stations.
  await sql`DROP INDEX stations_place`.execute(db);
  await sql`CREATE INDEX stations_place ON stations (place, id) WHERE state <> 'retired'`.execute(
    db,
  );
  await sql`DROP TRIGGER stations_changed ON stations`.execute(db);
  await sql`
    CREATE TRIGGER stations_changed AFTER UPDATE ON stations FOR EACH ROW
      WHEN ((OLD.lat, OLD.lng, OLD.online, OLD.chargers, OLD.free_slots, OLD.reserved_chargers, OLD.reserved_slots,
        OLD.state) IS DISTINCT FROM (NEW.lat, NEW.lng, NEW.online, NEW.chargers, NEW.free_slots,
        NEW.reserved_chargers, NEW.reserved_slots, NEW.state))
      EXECUTE FUNCTION note_station_changed()`.execute(db);
}
