import { type Kysely, sql } from 'kysely';

/**
 * Notifications and the rider's settings for them. Processes of the previous version continue to
 * run, but they create no notifications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE TABLE news (
    id uuid PRIMARY KEY,
    words jsonb NOT NULL,
    link text,
    published_at timestamptz NOT NULL,
    told_up_to uuid,
    riders int NOT NULL DEFAULT 0,
    finished_at timestamptz
  )`,
  `CREATE TABLE notifications (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    kind text NOT NULL,
    key text NOT NULL UNIQUE,
    rental_id uuid REFERENCES rentals,
    station_id text REFERENCES stations ON DELETE SET NULL,
    news_id uuid REFERENCES news,
    details jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    read_at timestamptz
  )`,
  `CREATE INDEX notifications_user ON notifications (user_id, created_at DESC, id DESC)`,
  `CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL`,
  `CREATE INDEX notifications_age ON notifications (created_at)`,

  // A rider with the default settings has no row.
  `CREATE TABLE notification_settings (
    user_id uuid PRIMARY KEY REFERENCES users,
    push jsonb NOT NULL,
    quiet_hours jsonb,
    show_details boolean NOT NULL,
    receipt_by text NOT NULL CHECK (receipt_by IN ('none','text','email'))
  )`,
  `CREATE TABLE push_subscriptions (
    id uuid PRIMARY KEY,
    user_id uuid NOT NULL REFERENCES users,
    session_hash text NOT NULL REFERENCES sessions ON DELETE CASCADE,
    endpoint text NOT NULL UNIQUE,
    p256dh text NOT NULL,
    auth text NOT NULL,
    created_at timestamptz NOT NULL,
    used_at timestamptz NOT NULL
  )`,
  `CREATE INDEX push_subscriptions_user ON push_subscriptions (user_id)`,
  `CREATE INDEX push_subscriptions_session ON push_subscriptions (session_hash)`,

  // The rider who is notified when a watch ends; null for a guest, who queries the watch by its id.
  `ALTER TABLE watches ADD COLUMN user_id uuid REFERENCES users`,
  // When to warn the rider about the capture of the deposit, or about the loss. This is not in `next_check_at`, because
  // a process of the previous version treats the `next_check_at` of an overdue rental as the time of the loss.
  `ALTER TABLE rentals ADD COLUMN warn_at timestamptz`,
  `CREATE INDEX rentals_warning ON rentals (warn_at) WHERE warn_at IS NOT NULL`,
  `UPDATE rentals SET warn_at = started_at WHERE state IN ('charging','overdue')`,
];
