import { type Kysely, sql } from 'kysely';

/**
 * Stores when the eject of a rental became uncertain, a hash of the card, and how long the server
 * may hold a suspicious rental.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE rentals
    ADD COLUMN uncertain_eject_at timestamptz,
    ADD COLUMN uncertain_eject_card text,
    ADD COLUMN held_until timestamptz CHECK (held_until IS NULL OR state = 'ejectUnknown'),
    ADD CHECK (uncertain_eject_card IS NULL OR uncertain_eject_at IS NOT NULL)`,
  `CREATE INDEX rentals_uncertain_ejects ON rentals (uncertain_eject_at)
    WHERE uncertain_eject_at IS NOT NULL`,
  `CREATE INDEX rentals_held ON rentals (held_until) WHERE held_until IS NOT NULL`,
];
