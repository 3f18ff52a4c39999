import { type Kysely, sql } from 'kysely';

/**
 * Indexes with which queries find the spending and the ledger entries of one rider without reading the rows of all
 * riders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE INDEX payments_user ON payments (user_id)`,
  `CREATE INDEX ledger_transactions_rental ON ledger_transactions (rental_id)`,
  `CREATE INDEX contact_changes_user ON contact_changes (user_id)`,
];
