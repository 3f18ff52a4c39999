import { type Kysely, sql } from 'kysely';

/** Adds the origin of the call to each entry in the record of operators. The hashes of former entries stay valid. */
export async function up<T>(db: Kysely<T>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE operator_actions
    ADD COLUMN client text CHECK (client IN ('session', 'key', 'serverKey')),
    ADD COLUMN network text,
    ADD CONSTRAINT network_of_client CHECK (client IS NOT NULL OR network IS NULL)`,
  // The hash of an entry without a client is computed as in the earlier version. The hash of an entry with a client
  // covers two more values, so adding or removing the client of an entry makes its hash wrong.
  `CREATE OR REPLACE FUNCTION operator_action_hash(entry operator_actions, former text) RETURNS text
    LANGUAGE sql STABLE AS $$
      SELECT encode(sha256(convert_to(former || (jsonb_build_array(entry.place, entry.who,
        entry.action, entry.subject, entry.details, entry.before, entry.after, entry.why, entry.key,
        extract(epoch from entry.at)) || CASE WHEN entry.client IS NULL THEN '[]'::jsonb
          ELSE jsonb_build_array(entry.client, entry.network) END)::text, 'utf8')), 'hex') $$`,
];
