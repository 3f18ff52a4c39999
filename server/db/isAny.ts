import { sql, type RawBuilder } from 'kysely';

/** Whether a column has one of many ids: one parameter, however many; `in` would have one for each. */
export function isAny(column: string, ids: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} = any(${[...ids]}::uuid[])`;
}
