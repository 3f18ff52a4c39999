import { type Kysely, sql } from 'kysely';

/** Bulk acts of operators. The server handles the items one after the other; `done` is the number of finished items. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE TABLE bulk_acts (
        id uuid PRIMARY KEY,
        action text NOT NULL,
        subject text NOT NULL,
        details jsonb NOT NULL,
        who text NOT NULL,
        why text NOT NULL,
        items text[] NOT NULL,
        done int NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND cardinality(items)),
        failures jsonb NOT NULL DEFAULT '[]',
        asked_at timestamptz NOT NULL,
        ended_at timestamptz
      )`,
    )
    .execute(db);
  await sql.raw(`CREATE INDEX bulk_acts_newest ON bulk_acts (asked_at, id)`).execute(db);
}
