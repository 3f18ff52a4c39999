import { type Kysely, sql } from 'kysely';

/** Allows one hold of a rental for the unlock fee and the deposit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}

const statement = `ALTER TABLE payments
  DROP CONSTRAINT payments_purpose_check,
  ADD CONSTRAINT payments_purpose_check
    CHECK (purpose IN ('rental','unlockFee','deposit','usage','overdue','topUp'))`;
