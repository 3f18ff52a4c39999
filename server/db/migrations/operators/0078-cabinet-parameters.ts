import { type Kysely, sql } from 'kysely';

/** Parameters of cabinets, such as the volume, which operators can set. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The parameters that the cabinet reports, as a JSON object; empty for a cabinet without parameters.
  `ALTER TABLE cabinet_health ADD COLUMN parameters jsonb NOT NULL DEFAULT '{}'`,
  `ALTER TABLE cabinet_commands DROP CONSTRAINT cabinet_commands_type_check,
    ADD CONSTRAINT cabinet_commands_type_check CHECK (type IN
      ('eject', 'lock', 'unlock', 'restart', 'inventory', 'setParameter')),
    ADD COLUMN parameter text CHECK ((parameter IS NOT NULL) = (type = 'setParameter')),
    ADD COLUMN value int CHECK ((value IS NOT NULL) = (type = 'setParameter'))`,
];
