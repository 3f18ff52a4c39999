import { type Kysely, sql } from 'kysely';

/** The stored counts of the map's tiles do not include reserved chargers and slots. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `DROP TRIGGER stations_changed ON stations`,
  `CREATE TRIGGER stations_changed AFTER UPDATE ON stations FOR EACH ROW
    WHEN ((OLD.lat, OLD.lng, OLD.online, OLD.chargers, OLD.free_slots, OLD.reserved_chargers, OLD.reserved_slots)
      IS DISTINCT FROM
      (NEW.lat, NEW.lng, NEW.online, NEW.chargers, NEW.free_slots, NEW.reserved_chargers, NEW.reserved_slots))
    EXECUTE FUNCTION note_station_changed()`,
  // Finds expired reservations fast, because it contains only the few stations with reservations.
  `CREATE INDEX stations_reserved ON stations (id)
    WHERE reserved_chargers <> '{}' OR reserved_slots <> '{}'`,
];
