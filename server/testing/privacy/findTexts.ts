import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

/**
 * Searches all tables for these texts. Returns the columns that contain one of them as text, in
 * JSON or in bytes.
 */
export async function findTexts(
  db: Db,
  texts: readonly string[],
): Promise<{ text: string; column: string }[]> {
  if (texts.length === 0) return [];
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select table_name as "table", column_name as "column", data_type as "type"
    from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and data_type in ('text', 'jsonb', 'json', 'character varying', 'ARRAY', 'bytea')`.execute(
    db,
  );
  const found: { text: string; column: string }[] = [];
  for (const { table, column, type } of columns) {
    const stored = sql`stored.${sql.ref(column)}`;
    const text = type === 'bytea' ? sql`encode(${stored}, 'escape')` : sql`${stored}::text`;
    const { rows } = await sql<{ text: string }>`select searched.text
      from unnest(${texts}::text[]) as searched(text)
      where exists (select from ${sql.table(table)} as stored
        where position(searched.text in ${text}) > 0)`.execute(db);
    found.push(...rows.map((row) => ({ text: row.text, column: `${table}.${column}` })));
  }
  return found;
}
