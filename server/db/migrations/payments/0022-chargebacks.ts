import { type Kysely, sql } from 'kysely';

/** Chargebacks, and fraud warnings that come before them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE chargebacks (
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    provider_id text NOT NULL,
    payment_id uuid NOT NULL REFERENCES payments,
    user_id uuid NOT NULL REFERENCES users,
    rental_id uuid REFERENCES rentals,
    state text NOT NULL,
    reason text NOT NULL,
    currency text NOT NULL,
    amount integer NOT NULL,
    due_by timestamptz,
    withdrawn integer NOT NULL DEFAULT 0 CHECK (withdrawn >= 0),
    reinstated integer NOT NULL DEFAULT 0 CHECK (reinstated >= 0),
    lost integer NOT NULL DEFAULT 0,
    loss_bookings integer NOT NULL DEFAULT 0,
    movements jsonb NOT NULL DEFAULT '[]',
    answered_inquiry_at timestamptz,
    answered_at timestamptz,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    read_at timestamptz NOT NULL,
    lifted_at timestamptz,
    UNIQUE (provider, provider_id)
  )`,
  'CREATE INDEX chargebacks_user ON chargebacks (user_id)',
  `CREATE TABLE fraud_warnings (
    id uuid PRIMARY KEY,
    provider text NOT NULL,
    provider_id text NOT NULL,
    payment_id uuid NOT NULL REFERENCES payments,
    state text NOT NULL,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    UNIQUE (provider, provider_id)
  )`,
];
