import { type Kysely, sql } from 'kysely';

/** Requests of hosts, and the idempotency keys of these requests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE host_interests (
    id uuid PRIMARY KEY,
    reference text NOT NULL UNIQUE,
    business text NOT NULL,
    venue text NOT NULL,
    lat double precision,
    lng double precision,
    address text NOT NULL,
    contact_name text NOT NULL,
    phone text,
    email text,
    message text NOT NULL,
    language text NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    done_at timestamptz,
    CHECK ((lat IS NULL) = (lng IS NULL)),
    CHECK (lat IS NOT NULL OR address <> ''),
    CHECK (phone IS NOT NULL OR email IS NOT NULL)
  )`,
  'CREATE INDEX host_interests_phone ON host_interests (phone)',
  'CREATE INDEX host_interests_email ON host_interests (email)',
  'CREATE INDEX host_interests_updated ON host_interests (updated_at)',

  // The idempotency keys have a separate table, because `idempotency_keys` needs a rider. The erasure of a request also
  // deletes its keys.
  `CREATE TABLE host_requests (
    key text PRIMARY KEY,
    request_hash text NOT NULL,
    interest_id uuid REFERENCES host_interests ON DELETE CASCADE,
    created_at timestamptz NOT NULL
  )`,
  'CREATE INDEX host_requests_interest ON host_requests (interest_id)',
];
