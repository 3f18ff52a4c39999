import { type Kysely, sql } from 'kysely';

/** The receipts that are uploaded to the provider as evidence against chargebacks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE evidence_receipts (
    chargeback_id uuid NOT NULL REFERENCES chargebacks,
    stage text NOT NULL CHECK (stage IN ('inquiry','needsEvidence')),
    begun_at timestamptz NOT NULL,
    file text,
    PRIMARY KEY (chargeback_id, stage)
  )`.execute(db);
}
