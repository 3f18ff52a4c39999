import { type Kysely, sql } from 'kysely';

/** The role marketing, the blocks of riders, and indexes for the record of operators and for the search for riders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `ALTER TABLE operators DROP CONSTRAINT operators_roles_check,
    ADD CONSTRAINT operators_roles_check CHECK (cardinality(roles) > 0
      AND roles <@ ARRAY['administrator', 'support', 'field', 'finance', 'marketing', 'readOnly'])`,
  `CREATE INDEX operator_actions_who ON operator_actions (lower(who), id)`,
  `CREATE INDEX operator_actions_action ON operator_actions (action, id)`,
  `CREATE INDEX operator_actions_at ON operator_actions (at)`,
  `CREATE TABLE rider_blocks (
    kind text NOT NULL CHECK (kind IN ('account', 'phone', 'card', 'device')),
    -- The id of an account, the hash of a browser, or a keyed hash of a phone or a card.
    mark text NOT NULL,
    blocked_at timestamptz NOT NULL,
    blocked_by text NOT NULL,
    -- The number of the rider through whom an operator blocked it; null for a phone that an operator wrote.
    rider text,
    PRIMARY KEY (kind, mark)
  )`,
  `CREATE INDEX rider_blocks_rider ON rider_blocks (rider) WHERE rider IS NOT NULL`,
  `CREATE INDEX payment_methods_last4 ON payment_methods (last4, id)`,
  `CREATE INDEX payments_method ON payments (payment_method_id, created_at)
    WHERE payment_method_id IS NOT NULL`,
];
