import { type Kysely, sql } from 'kysely';

/** Calls that move money, which the server counts for its limits, and pauses after card testing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // There are no foreign keys, because the rows must stay for a day even if the account is deleted.
  await sql`CREATE TABLE money_calls (
    id text PRIMARY KEY,
    action text NOT NULL,
    user_id uuid NOT NULL,
    session text NOT NULL,
    network text NOT NULL,
    order_id uuid,
    fingerprint text,
    declined boolean NOT NULL DEFAULT false,
    called_at timestamptz NOT NULL
  )`.execute(db);
  await sql`CREATE INDEX money_calls_user ON money_calls (user_id, called_at)`.execute(db);
  await sql`CREATE INDEX money_calls_network ON money_calls (network, called_at)`.execute(db);
  await sql`CREATE INDEX money_calls_card ON money_calls (fingerprint, called_at)`.execute(db);
  await sql`CREATE INDEX money_calls_time ON money_calls (called_at)`.execute(db);
  await sql`CREATE TABLE card_pauses (
    whose text PRIMARY KEY,
    until timestamptz NOT NULL
  )`.execute(db);
}
