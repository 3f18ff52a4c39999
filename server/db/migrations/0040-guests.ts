import { type Kysely, sql } from 'kysely';

/** Guests pay for a rental without a phone. A guest may bind a phone later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE users
    ADD COLUMN is_guest boolean NOT NULL DEFAULT false,
    ADD COLUMN guest_device text,
    ADD COLUMN merged_into uuid REFERENCES users`.execute(db);
  await sql`CREATE UNIQUE INDEX users_one_guest_per_device ON users (guest_device)
    WHERE guest_device IS NOT NULL`.execute(db);
  await sql`CREATE INDEX users_guests ON users (created_at) WHERE is_guest`.execute(db);
  await sql`CREATE INDEX users_merged_into ON users (merged_into)
    WHERE merged_into IS NOT NULL`.execute(db);
  await sql`ALTER TABLE sessions ADD COLUMN is_guest boolean NOT NULL DEFAULT false`.execute(db);
  // The guest under whom the provider stores the payment method. The provider keeps it under the guest, even after the
  // guest has become a rider.
  await sql`ALTER TABLE payment_methods ADD COLUMN customer_of uuid REFERENCES users`.execute(db);
  await sql`CREATE INDEX payment_methods_fingerprint ON payment_methods (fingerprint)
    WHERE fingerprint <> ''`.execute(db);
  await sql`ALTER TABLE rentals ADD COLUMN guest_device text, ADD COLUMN guest_card text`.execute(
    db,
  );
  const isOpen = sql.raw(
    `state IN ('authorizing', 'ejecting', 'ejectUnknown', 'charging', 'overdue')`,
  );
  await sql`CREATE UNIQUE INDEX rentals_one_open_per_guest_device ON rentals (guest_device)
    WHERE guest_device IS NOT NULL AND ${isOpen}`.execute(db);
  await sql`CREATE UNIQUE INDEX rentals_one_open_per_guest_card ON rentals (guest_card)
    WHERE guest_card IS NOT NULL AND ${isOpen}`.execute(db);
}
