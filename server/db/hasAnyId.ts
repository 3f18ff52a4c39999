import { sql, type RawBuilder } from 'kysely';

/**
 * Returns an SQL condition: the value of `column` is one of `ids`. The statement has one parameter for all ids. With
 * `in`, it would have a parameter for each id, and the number of parameters is limited.
 */
export function hasAnyId(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
}
