import { type Kysely, sql } from 'kysely';

/** Allows payments of the purpose `rental`: one hold for the unlock fee and the deposit together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db);
}

const statement = `ALTER TABLE payments
  DROP CONSTRAINT payments_purpose_check,
  ADD CONSTRAINT payments_purpose_check
    CHECK (purpose IN ('rental','unlockFee','deposit','usage','overdue','topUp'))`;
