import { sql, type RawBuilder } from 'kysely';

/**
 * Returns the SQL condition that the column contains one of the ids. The whole list is one parameter of the statement.
 * With `in`, each id would be a parameter, and their number is limited.
 */
export function hasAnyId(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
}
