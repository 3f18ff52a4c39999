/**
 * A statement that removes all rows except the list of migrations, and sets all sequences to their start. It uses
 * DELETE, because TRUNCATE creates new files for each table and takes ten to fifty times as long. The setting
 * `session_replication_role` disables triggers and foreign keys, because some triggers forbid deleting rows, and the
 * foreign keys would require an order of the tables.
 */
export const deleteAllRows = `
  DO $$
    DECLARE name text; is_filled boolean; sequence record;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT format('%I', tablename) FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'
      LOOP
        EXECUTE 'SELECT EXISTS (SELECT FROM ' || name || ')' INTO is_filled;
        IF is_filled THEN EXECUTE 'DELETE FROM ' || name; END IF;
      END LOOP;
      FOR sequence IN SELECT format('%I', sequencename) AS name, start_value FROM pg_sequences
        WHERE last_value IS NOT NULL
      LOOP
        PERFORM setval(sequence.name, sequence.start_value, false);
      END LOOP;
    END $$`;
