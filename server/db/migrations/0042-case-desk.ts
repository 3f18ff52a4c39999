import { type Kysely, sql } from 'kysely';

/**
 * Gives each case a number, a state, a time limit, an assignee, an answer and an outcome. Adds to each row of
 * `operator_actions` the name of the operator, the reason, and a hash over the row and the hash of the previous row.
 */
export async function up<T>(db: Kysely<T>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** The characters of numbers that riders read out; see `server/ids/referenceNumber.ts`. */
const alphabet = '23456789ACDEFGHJKMNPQRTUVWXY';

const statements = [
  // A server of the earlier version inserts cases without these columns, so each of them has a default.
  `CREATE FUNCTION new_case_number() RETURNS text LANGUAGE plpgsql VOLATILE AS $$
    DECLARE word text := '';
    BEGIN
      FOR i IN 1..8 LOOP
        word := word || substr('${alphabet}', 1 + floor(random() * ${alphabet.length})::int, 1);
      END LOOP;
      RETURN 'C-' || substr(word, 1, 4) || '-' || substr(word, 5);
    END $$`,
  `ALTER TABLE support_cases
    ADD COLUMN number text NOT NULL DEFAULT new_case_number() UNIQUE,
    ADD COLUMN user_id uuid REFERENCES users,
    ADD COLUMN state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'waiting', 'closed')),
    ADD COLUMN waits_for text CHECK (waits_for IN ('rider', 'cabinet', 'provider')),
    ADD COLUMN due_at timestamptz NOT NULL DEFAULT now() + interval '24 hours',
    ADD COLUMN alerted_at timestamptz,
    ADD COLUMN assignee text,
    ADD COLUMN answer text,
    ADD COLUMN answered_at timestamptz,
    ADD COLUMN outcome jsonb,
    ADD COLUMN closed_at timestamptz,
    ADD COLUMN closed_by text,
    ADD CONSTRAINT waits_for_somebody CHECK ((state = 'waiting') = (waits_for IS NOT NULL)),
    ADD CONSTRAINT closed_with_outcome CHECK ((state = 'closed') = (closed_at IS NOT NULL))`,
  `UPDATE support_cases SET user_id = rentals.user_id
    FROM rentals WHERE rentals.id = support_cases.rental_id`,
  `UPDATE support_cases SET number = report.number, user_id = report.user_id,
      state = CASE WHEN report.answered_at IS NULL THEN 'open' ELSE 'closed' END,
      closed_at = report.answered_at, answered_at = report.answered_at,
      outcome = CASE WHEN report.answered_at IS NULL THEN NULL ELSE '{"kind":"none"}'::jsonb END
    FROM support_reports AS report WHERE support_cases.key = 'report:' || report.id`,
  `UPDATE support_cases SET state = 'closed', closed_at = dispute.answered_at,
      outcome = CASE WHEN dispute.refunded IS NULL THEN '{"kind":"none"}'::jsonb
        ELSE jsonb_build_object('kind', 'refund', 'amount', dispute.refunded) END
    FROM disputes AS dispute
    WHERE support_cases.key = 'dispute:' || dispute.rental_id AND dispute.answered_at IS NOT NULL`,
  `UPDATE support_cases SET user_id = chargebacks.user_id FROM chargebacks
    WHERE support_cases.user_id IS NULL
      AND details ->> 'chargeback' = chargebacks.id::text`,
  `UPDATE support_cases SET due_at = created_at + CASE
    WHEN kind IN ('report') THEN interval '30 days'
    WHEN kind IN ('uncertainEjects', 'lateEject', 'unaskedEject', 'ejectedButInside', 'chargerMissing',
      'unknownCharger', 'cabinetFault', 'codeCap') THEN interval '72 hours'
    ELSE interval '24 hours' END`,
  `CREATE INDEX support_cases_due ON support_cases (due_at) WHERE state <> 'closed'`,
  `CREATE INDEX support_cases_newest ON support_cases (created_at, id)`,
  `CREATE INDEX support_cases_rider ON support_cases (user_id) WHERE user_id IS NOT NULL`,
  `CREATE INDEX support_cases_rental ON support_cases (rental_id) WHERE rental_id IS NOT NULL`,

  `ALTER TABLE operator_actions
    ADD COLUMN who text NOT NULL DEFAULT 'operator',
    ADD COLUMN why text NOT NULL DEFAULT '',
    ADD COLUMN before jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN after jsonb NOT NULL DEFAULT '{}',
    ADD COLUMN key text UNIQUE,
    ADD COLUMN place bigint UNIQUE,
    ADD COLUMN hash text`,
  `CREATE FUNCTION operator_action_hash(entry operator_actions, former text) RETURNS text
    LANGUAGE sql STABLE AS $$
      SELECT encode(sha256(convert_to(former || jsonb_build_array(entry.place, entry.who,
        entry.action, entry.subject, entry.details, entry.before, entry.after, entry.why, entry.key,
        extract(epoch from entry.at))::text, 'utf8')), 'hex') $$`,
  // The lock makes the trigger run for one entry at a time. Without it, two entries could contain the hash of the same
  // previous entry.
  `CREATE FUNCTION chain_operator_action() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE former operator_actions;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('operator_actions'));
      SELECT * INTO former FROM operator_actions WHERE place IS NOT NULL ORDER BY place DESC LIMIT 1;
      NEW.place := coalesce(former.place, 0) + 1;
      NEW.hash := operator_action_hash(NEW, coalesce(former.hash, ''));
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER operator_actions_chain BEFORE INSERT ON operator_actions
    FOR EACH ROW EXECUTE FUNCTION chain_operator_action()`,
  `CREATE TRIGGER operator_actions_kept BEFORE TRUNCATE ON operator_actions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE INDEX operator_actions_subject ON operator_actions (subject)`,
];
