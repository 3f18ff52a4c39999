import { type Kysely, sql } from 'kysely';

/** Deletes data that earlier versions did not delete with an account, in the database and at the payment provider. */
export async function up<T>(db: Kysely<T>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `UPDATE disputes SET note = '' FROM rentals JOIN users ON users.id = rentals.user_id
    WHERE rentals.id = disputes.rental_id AND users.deleted_at IS NOT NULL AND note <> ''`,
  `UPDATE payment_methods SET label = NULL, expiry_month = NULL, expiry_year = NULL FROM users
    WHERE users.id = payment_methods.user_id AND users.deleted_at IS NOT NULL`,
  // The job is in server/modules/payments/forgetCustomer.ts.
  `INSERT INTO outbox (kind, key, payload, run_at, created_at)
    SELECT DISTINCT 'payment.forgetCustomer', 'forgetCustomer:' || users.id,
      jsonb_build_object('userId', users.id), users.deleted_at, users.deleted_at
    FROM payment_customers JOIN users ON users.id = payment_customers.user_id
    WHERE users.deleted_at IS NOT NULL
    ON CONFLICT (key) DO NOTHING`,
];
