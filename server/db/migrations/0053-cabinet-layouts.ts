import { type Kysely, sql } from 'kysely';

/** The arrangement of a cabinet's slots, such as `4x2`: as the operator gives it, and as the cabinet reports it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE stations
    ADD COLUMN layout text CHECK (layout ~ '^[1-9][0-9]?x[1-9][0-9]?$'),
    ADD COLUMN reported_layout text CHECK (reported_layout ~ '^[1-9][0-9]?x[1-9][0-9]?$')`.execute(
    db,
  );
}
