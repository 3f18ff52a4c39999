import { sql, type RawBuilder } from 'kysely';

/**
 * Whether a column has one of many ids. The whole list is one parameter of the statement. With `in`,
 * each id would be a parameter.
 */
export function hasAnyId(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
}
