import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a column has one of many ids. It takes one parameter for the whole list; `in` would take
 * one per id.
 */
export function hasAnyId(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
}
