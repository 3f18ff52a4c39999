import { type Kysely, sql } from 'kysely';

/** Indexes for operators who read the ledger by day and by account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX ledger_transactions_time ON ledger_transactions (created_at)`.execute(db);
  await sql`CREATE INDEX ledger_entries_debit ON ledger_entries (debit text_pattern_ops, id)`.execute(
    db,
  );
  await sql`CREATE INDEX ledger_entries_credit ON ledger_entries (credit text_pattern_ops, id)`.execute(
    db,
  );
}
