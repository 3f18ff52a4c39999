import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the lists that operators read. The status of a charger becomes a column, so that lists can filter by it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `CREATE INDEX rentals_newest ON rentals (created_at, id)`,
  `CREATE INDEX rentals_return_station ON rentals (return_station_id)
    WHERE return_station_id IS NOT NULL`,
  `CREATE INDEX rentals_charger ON rentals (charger)`,
  // Most orders are complete or have failed. A list of such orders needs no separate index: a query
  // that reads all orders by time finds enough of them.
  `CREATE INDEX rentals_unfinished ON rentals (state, created_at, id)
    WHERE state NOT IN ('complete', 'failed')`,
  `CREATE INDEX stations_not_live ON stations (state, id) WHERE state <> 'live'`,
  // Support also sees the cards that a rider has removed.
  `CREATE INDEX payment_methods_of_rider ON payment_methods (user_id)`,
  `CREATE INDEX support_cases_open ON support_cases (created_at, id) WHERE state <> 'closed'`,
  `CREATE INDEX support_cases_kind ON support_cases (kind, created_at, id)`,
  `CREATE INDEX support_cases_assignee ON support_cases (assignee, created_at, id)
    WHERE assignee IS NOT NULL`,
  `CREATE INDEX tickets_open ON tickets (id) WHERE state <> 'done'`,
  `ALTER TABLE chargers ADD COLUMN status text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN retired_at IS NOT NULL THEN 'retired'
    WHEN state IN ('rented', 'lost') THEN state
    WHEN recalled_at IS NOT NULL THEN 'recalled'
    WHEN state = 'quarantined' OR held_back_at IS NOT NULL THEN 'heldBack'
    WHEN state = 'docked' THEN 'inStock'
    ELSE state END) STORED`,
  `CREATE INDEX chargers_status ON chargers (status, serial)`,
];
