import { sql, type RawBuilder } from 'kysely';

/**
 * Does the same as `Outbox.enqueue`, for each row of a query and within the statement that creates
 * the rows.
 *
 * @param rows the name of a query that has a column `id`, with conditions.
 * @param job `keyPrefix` stands before the id in the key; `field` contains the id in the payload.
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
