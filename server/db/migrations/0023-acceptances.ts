import { type Kysely, sql } from 'kysely';

/** Which terms riders accepted and when, and which actions operators took on riders' data. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE terms_acceptances (
    user_id uuid NOT NULL REFERENCES users,
    version text NOT NULL,
    accepted_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, version)
  )`,
  `CREATE TABLE operator_actions (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    action text NOT NULL,
    subject text NOT NULL,
    details jsonb NOT NULL,
    at timestamptz NOT NULL
  )`,
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the record of operators is append-only'; END $$`,
  `CREATE TRIGGER operator_actions_append_only BEFORE UPDATE OR DELETE ON operator_actions
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
];
