import { sql, type RawBuilder } from 'kysely';

/**
 * Enqueues a job for each row of a query, like `Outbox.enqueue`, but within the statement that creates the rows.
 *
 * @param rows the text after `from`: a query with a column `id`, and any conditions.
 * @param job `keyPrefix` is the part of the key before the id. `field` is the field of the payload that contains the
 * id.
 */
export function enqueueEach(
  now: Date,
  rows: RawBuilder<unknown>,
  { kind, keyPrefix, field }: { kind: string; keyPrefix: string; field: string },
): RawBuilder<unknown> {
  return sql`
    insert into outbox (kind, key, payload, run_at, created_at)
    select ${kind}::text, ${keyPrefix}::text || id,
      jsonb_build_object(${field}::text, id), ${now}::timestamptz, ${now}::timestamptz
    from ${rows}
    on conflict (key) do nothing`;
}
