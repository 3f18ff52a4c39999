import { type Kysely, sql } from 'kysely';

/**
 * Pauses of rentals: the times in which the clock stands still, because the station of a reserved slot was full. The
 * reservation of this slot does not count as unused. The reservation of a charger stores its rental, so that the server
 * can restore the reservation if the rental fails.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE rentals ADD COLUMN pauses jsonb NOT NULL DEFAULT '[]'
    CHECK (jsonb_typeof(pauses) = 'array' AND jsonb_array_length(pauses) <= 2)`,
  `ALTER TABLE reservations ADD COLUMN was_full boolean NOT NULL DEFAULT false
    CHECK (NOT was_full OR (kind = 'slot' AND ended_at IS NOT NULL AND NOT is_used))`,
  `ALTER TABLE reservations ADD COLUMN rental_id uuid REFERENCES rentals
    CHECK (rental_id IS NULL OR is_used)`,
];
