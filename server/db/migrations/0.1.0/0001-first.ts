import { type Kysely, sql } from 'kysely';

/**
 * Times come from the server's clock, never from the clock of the database. Amounts are minor units. Partial unique
 * indexes over the open states guarantee at most one open rental for each rider and each charger, even if the code has
 * a fault.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE users (
    id uuid PRIMARY KEY,
    number text NOT NULL UNIQUE,
    phone text NOT NULL UNIQUE,
    name text,
    language text NOT NULL,
    created_at timestamptz NOT NULL
  )`,

  `CREATE TABLE one_time_codes (
    id uuid PRIMARY KEY,
    phone text NOT NULL,
    language text NOT NULL,
    code_hash text NOT NULL,
    state text NOT NULL CHECK (state IN ('issued','verified','expired','exhausted','superseded')),
    failures int NOT NULL DEFAULT 0 CHECK (failures BETWEEN 0 AND 5),
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE UNIQUE INDEX one_time_codes_one_issued ON one_time_codes (phone) WHERE state = 'issued'`,
  `CREATE INDEX one_time_codes_phone ON one_time_codes (phone, created_at)`,
  `CREATE INDEX one_time_codes_expiry ON one_time_codes (expires_at)`,

  `CREATE TABLE rate_limits (
    bucket text NOT NULL,
    window_start timestamptz NOT NULL,
    count int NOT NULL,
    PRIMARY KEY (bucket, window_start)
  )`,

  `CREATE TABLE sessions (
    id_hash text PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    state text NOT NULL CHECK (state IN ('active','rotated','idleExpired','absoluteExpired','revoked')),
    created_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    ended_at timestamptz
  )`,
  `CREATE INDEX sessions_user ON sessions (user_id) WHERE state = 'active'`,

  `CREATE TABLE tariffs (
    id text PRIMARY KEY,
    terms jsonb NOT NULL
  )`,

  `CREATE TABLE stations (
    id text PRIMARY KEY,
    name text NOT NULL,
    address text NOT NULL,
    lat double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
    lng double precision NOT NULL CHECK (lng BETWEEN -180 AND 180),
    hours jsonb NOT NULL,
    time_zone text NOT NULL,
    floor text,
    hint text,
    tariff_id text NOT NULL REFERENCES tariffs,
    secret_hash text NOT NULL,
    online boolean NOT NULL DEFAULT false,
    last_seen_at timestamptz,
    silent_since timestamptz,
    clock_offset_ms int,
    inventory_at timestamptz,
    boot_id text,
    chargers int NOT NULL DEFAULT 0,
    free_slots int NOT NULL DEFAULT 0,
    slots int NOT NULL DEFAULT 0,
    changed_at timestamptz NOT NULL
  )`,
  `CREATE INDEX stations_position ON stations USING gist (point(lng, lat))`,

  `CREATE TABLE slots (
    station_id text NOT NULL REFERENCES stations,
    slot int NOT NULL,
    state text NOT NULL CHECK (state IN ('empty','occupied','reserved','ejecting','suspect','disabled')),
    status text NOT NULL,
    charger text,
    level int,
    changed_at timestamptz NOT NULL,
    PRIMARY KEY (station_id, slot)
  )`,
  `CREATE UNIQUE INDEX slots_one_place_per_charger ON slots (charger) WHERE charger IS NOT NULL`,

  `CREATE TABLE chargers (
    serial text PRIMARY KEY,
    state text NOT NULL CHECK (state IN ('docked','rented','quarantined','lost','missing')),
    changed_at timestamptz NOT NULL
  )`,

  `CREATE TABLE payment_methods (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    kind text NOT NULL,
    provider text NOT NULL,
    provider_card text NOT NULL,
    fingerprint text NOT NULL,
    brand text NOT NULL,
    last4 text NOT NULL,
    expiry_month int NOT NULL,
    expiry_year int NOT NULL,
    name_on_card text NOT NULL,
    country text NOT NULL,
    postal_code text NOT NULL,
    is_default boolean NOT NULL,
    created_at timestamptz NOT NULL,
    removed_at timestamptz
  )`,
  `CREATE UNIQUE INDEX payment_methods_one_default ON payment_methods (user_id)
    WHERE is_default AND removed_at IS NULL`,
  `CREATE INDEX payment_methods_user ON payment_methods (user_id) WHERE removed_at IS NULL`,

  `CREATE TABLE rentals (
    id uuid PRIMARY KEY,
    number text NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users,
    state text NOT NULL CHECK (state IN ('authorizing','ejecting','ejectUnknown','charging','overdue',
      'settling','unpaid','paying','complete','lost','failed','review')),
    failure text,
    station_id text NOT NULL REFERENCES stations,
    slot int NOT NULL,
    charger text NOT NULL,
    tariff jsonb NOT NULL,
    payment_method_id uuid NOT NULL REFERENCES payment_methods,
    eject_command text NOT NULL UNIQUE,
    eject_expires_at timestamptz,
    created_at timestamptz NOT NULL,
    started_at timestamptz,
    returned_at timestamptz,
    return_station_id text REFERENCES stations,
    return_slot int,
    same_station boolean,
    lines jsonb NOT NULL DEFAULT '[]',
    total int CHECK (total >= 0),
    payment_failure text,
    seen_at timestamptz,
    not_ejected_at timestamptz,
    changed_at timestamptz NOT NULL,
    next_check_at timestamptz
  )`,
  `CREATE UNIQUE INDEX rentals_one_open_per_rider ON rentals (user_id)
    WHERE state IN ('authorizing','ejecting','ejectUnknown','charging','overdue')`,
  `CREATE UNIQUE INDEX rentals_one_open_per_charger ON rentals (charger)
    WHERE state IN ('authorizing','ejecting','ejectUnknown','charging','overdue')`,
  `CREATE INDEX rentals_user ON rentals (user_id, created_at DESC, id DESC)`,
  `CREATE INDEX rentals_timer ON rentals (next_check_at) WHERE next_check_at IS NOT NULL`,

  `CREATE TABLE payments (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    rental_id uuid NOT NULL REFERENCES rentals,
    payment_method_id uuid NOT NULL REFERENCES payment_methods,
    purpose text NOT NULL CHECK (purpose IN ('unlockFee','deposit','usage','overdue')),
    attempt int NOT NULL DEFAULT 1,
    state text NOT NULL CHECK (state IN ('requested','authorized','declined','actionRequired','unknown',
      'capturing','captured','voiding','voided','expired','refunding','refunded')),
    currency text NOT NULL,
    amount int NOT NULL CHECK (amount > 0),
    captured int NOT NULL DEFAULT 0 CHECK (captured BETWEEN 0 AND amount),
    refunded int NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND captured),
    provider_authorization text,
    action_url text,
    decline_reason text,
    created_at timestamptz NOT NULL,
    changed_at timestamptz NOT NULL,
    UNIQUE (rental_id, purpose, attempt)
  )`,

  `CREATE TABLE idempotency_keys (
    user_id uuid NOT NULL REFERENCES users,
    key text NOT NULL,
    request_hash text NOT NULL,
    status int,
    answer jsonb,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, key)
  )`,

  `CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind text NOT NULL,
    key text NOT NULL UNIQUE,
    payload jsonb NOT NULL,
    run_at timestamptz NOT NULL,
    leased_until timestamptz,
    attempts int NOT NULL DEFAULT 0,
    done_at timestamptz,
    created_at timestamptz NOT NULL
  )`,
  `CREATE INDEX outbox_due ON outbox (run_at) WHERE done_at IS NULL`,

  // All events up to `seq` were processed. The inbox contains the later events that arrived while an
  // earlier event was missing.
  `CREATE TABLE inbox_marks (
    station_id text NOT NULL REFERENCES stations,
    boot_id text NOT NULL,
    seq bigint NOT NULL,
    highest bigint NOT NULL,
    PRIMARY KEY (station_id, boot_id)
  )`,
  `CREATE TABLE inbox (
    station_id text NOT NULL REFERENCES stations,
    boot_id text NOT NULL,
    seq bigint NOT NULL,
    received_at timestamptz NOT NULL,
    PRIMARY KEY (station_id, boot_id, seq)
  )`,

  `CREATE TABLE support_cases (
    id uuid PRIMARY KEY,
    kind text NOT NULL,
    key text NOT NULL UNIQUE,
    rental_id uuid REFERENCES rentals,
    station_id text REFERENCES stations,
    details jsonb NOT NULL,
    created_at timestamptz NOT NULL
  )`,

  // Double entry: each entry has a debit and a credit. Transactions and entries are never changed or deleted.
  `CREATE TABLE ledger_accounts (
    id text PRIMARY KEY,
    user_id uuid REFERENCES users,
    currency text NOT NULL,
    balance int CHECK (balance >= 0)
  )`,
  `COMMENT ON COLUMN ledger_accounts.balance IS
    'Kept for wallets only; null for system accounts, which are summed (a hot row is slow).'`,
  `CREATE TABLE ledger_transactions (
    id uuid PRIMARY KEY,
    key text NOT NULL UNIQUE,
    rental_id uuid REFERENCES rentals,
    created_at timestamptz NOT NULL
  )`,
  `CREATE TABLE ledger_entries (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    transaction_id uuid NOT NULL REFERENCES ledger_transactions,
    debit text NOT NULL REFERENCES ledger_accounts,
    credit text NOT NULL REFERENCES ledger_accounts,
    amount int NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    CHECK (debit <> credit)
  )`,
  `CREATE INDEX ledger_entries_transaction ON ledger_entries (transaction_id)`,
  `CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the ledger is append-only'; END $$`,
  `CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,
  `CREATE TRIGGER ledger_transactions_append_only BEFORE UPDATE OR DELETE ON ledger_transactions
    FOR EACH ROW EXECUTE FUNCTION refuse_change()`,

  `CREATE TABLE settings (
    key text PRIMARY KEY,
    value jsonb NOT NULL
  )`,
];
