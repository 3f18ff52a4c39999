import { type Kysely, sql } from 'kysely';
import { addStationWords } from '../../stationWordIndex.ts';

/**
 * Indexes that find stations fast, however many there are: positions along a Z-curve, so that a map tile
 * is a range of numbers; counts per tile; and the words of names and addresses.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
  await indexWords(db);
}

/** The SQL repeats the computation of `contract/rules/places/tiles.ts`; tests compare the results. */
const statements = [
  `CREATE EXTENSION IF NOT EXISTS pg_trgm`,

  `CREATE FUNCTION station_place(lat float8, lng float8) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    DECLARE
      side CONSTANT float8 := 67108864;
      highest CONSTANT float8 := 85.051128779806604;
      sine float8 := sin(greatest(-highest, least(highest, lat)) * pi() / 180);
      x bigint := least(side - 1, greatest(0, floor((lng + 180) / 360 * side)));
      y bigint := least(side - 1,
        greatest(0, floor((0.5 - ln((1 + sine) / (1 - sine)) / (4 * pi())) * side)));
    BEGIN
      x := (x | (x << 16)) & 281470681808895;
      x := (x | (x << 8)) & 71777214294589695;
      x := (x | (x << 4)) & 1085102592571150095;
      x := (x | (x << 2)) & 3689348814741910323;
      x := (x | (x << 1)) & 6148914691236517205;
      y := (y | (y << 16)) & 281470681808895;
      y := (y | (y << 8)) & 71777214294589695;
      y := (y | (y << 4)) & 1085102592571150095;
      y := (y | (y << 2)) & 3689348814741910323;
      y := (y | (y << 1)) & 6148914691236517205;
      RETURN x | (y << 1);
    END $$`,

  // The part of a station's summary that does not depend on the cabinet, as JSON without its closing brace. From this
  // text, the server composes a tile of two hundred stations several times faster than from the columns.
  `CREATE FUNCTION station_card(id text, name text, address text, lat float8, lng float8, hours jsonb,
      time_zone text, floor text, hint text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT '{"id":' || to_json(id) || ',"name":' || to_json(name) || ',"address":' || to_json(address)
      || ',"lat":' || lat || ',"lng":' || lng || ',"hours":' || hours
      || ',"timeZone":' || to_json(time_zone)
      || ',"floor":' || coalesce(to_json(floor)::text, 'null')
      || ',"hint":' || coalesce(to_json(hint)::text, 'null') $$`,

  `ALTER TABLE stations
    ADD COLUMN place bigint NOT NULL GENERATED ALWAYS AS (station_place(lat, lng)) STORED,
    ADD COLUMN card text NOT NULL GENERATED ALWAYS AS
      (station_card(id, name, address, lat, lng, hours, time_zone, floor, hint)) STORED`,
  `DROP INDEX stations_position`,
  `CREATE INDEX stations_place ON stations (place, id)`,

  `CREATE TABLE station_cells (
    level int NOT NULL,
    cell bigint NOT NULL,
    stations int NOT NULL,
    chargers int NOT NULL,
    free_slots int NOT NULL,
    lat_sum float8 NOT NULL,
    lng_sum float8 NOT NULL,
    PRIMARY KEY (level, cell)
  )`,
  `COMMENT ON TABLE station_cells IS
    'Stations counted per cell: tiles of zoom "level", numbered as places are. A little behind.'`,

  // A station that is added, removed or moved, or whose counts or connection change, adds its place here. A moved
  // station also adds its former place. The counts are updated later. If each rental updated the counts, all rentals
  // would wait for the one row with the counts of the whole world.
  `CREATE TABLE station_cell_changes (place bigint NOT NULL)`,
  `CREATE FUNCTION note_stations_added() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO station_cell_changes SELECT place FROM changed;
      RETURN NULL;
    END $$`,
  `CREATE FUNCTION note_station_changed() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO station_cell_changes VALUES (NEW.place);
      IF OLD.place <> NEW.place THEN INSERT INTO station_cell_changes VALUES (OLD.place); END IF;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER stations_added AFTER INSERT ON stations
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_stations_added()`,
  `CREATE TRIGGER stations_removed AFTER DELETE ON stations
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_stations_added()`,
  `CREATE TRIGGER stations_changed AFTER UPDATE ON stations FOR EACH ROW
    WHEN ((OLD.lat, OLD.lng, OLD.online, OLD.chargers, OLD.free_slots)
      IS DISTINCT FROM (NEW.lat, NEW.lng, NEW.online, NEW.chargers, NEW.free_slots))
    EXECUTE FUNCTION note_station_changed()`,
  `INSERT INTO station_cell_changes SELECT place FROM stations`,

  // "size" is the binary logarithm of the number of stations plus one, rounded down, so that an index on it rarely
  // changes.
  `CREATE TABLE station_words (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    word text COLLATE "C" NOT NULL UNIQUE,
    stations int NOT NULL,
    size int NOT NULL GENERATED ALWAYS AS (floor(ln(stations + 1) / ln(2))) STORED
  ) WITH (fillfactor = 70)`,
  `COMMENT ON TABLE station_words IS
    'Every word of the names and addresses, and how many stations have it.'`,
  ...[1, 2, 3].map(
    (length) =>
      `CREATE INDEX station_words_prefix_${length} ON station_words (left(word, ${length}), size DESC)`,
  ),
  // The index omits words with digits, which are most of the words. It serves the search with typos, and a number with
  // a typo is a different number.
  `CREATE INDEX station_words_trigrams ON station_words USING gin (word gin_trgm_ops)
    WITH (fastupdate = off) WHERE word !~ '[0-9]'`,

  `CREATE TABLE station_terms (
    word_id int NOT NULL,
    place bigint NOT NULL,
    station_id text NOT NULL,
    PRIMARY KEY (word_id, place, station_id)
  )`,
];

async function indexWords(db: Kysely<unknown>): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; place: number; name: string; address: string }>`
      SELECT id, place, name, address FROM stations WHERE id > ${after} ORDER BY id LIMIT 1000`.execute(
      db,
    );
    await addStationWords(db, rows);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
