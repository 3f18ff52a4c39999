import { type Kysely, sql } from 'kysely';

/** The endpoints of webhooks, the messages to them, and the log of their deliveries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE webhook_endpoints (
    id uuid PRIMARY KEY,
    url text NOT NULL,
    types text[] NOT NULL CHECK (cardinality(types) > 0),
    secret_version int NOT NULL DEFAULT 1,
    secret_changed_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    paused_at timestamptz,
    failures int NOT NULL DEFAULT 0,
    retry_at timestamptz,
    removed_at timestamptz
  )`,
  `CREATE TABLE webhook_messages (
    id uuid PRIMARY KEY,
    type text NOT NULL,
    data jsonb NOT NULL,
    created_at timestamptz NOT NULL
  )`,
  `CREATE INDEX webhook_messages_created ON webhook_messages (created_at)`,
  `CREATE TABLE webhook_deliveries (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    message_id uuid NOT NULL REFERENCES webhook_messages (id) ON DELETE CASCADE,
    endpoint_id uuid NOT NULL REFERENCES webhook_endpoints (id),
    state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
    tries int NOT NULL DEFAULT 0,
    give_up_at timestamptz NOT NULL,
    last_result text,
    last_tried_at timestamptz,
    UNIQUE (message_id, endpoint_id)
  )`,
  `CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (endpoint_id, number)`,
  `CREATE INDEX webhook_deliveries_open ON webhook_deliveries (endpoint_id, state)
    WHERE state <> 'delivered'`,
];
