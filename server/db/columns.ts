import type { ColumnType } from 'kysely';

/** A column that the database computes from the other columns of the row. */
export type Computed<T> = ColumnType<T, never, never>;

/** A JSON column. Queries read it as a value, and write it as JSON text, which both drivers accept. */
export type Json<T> = ColumnType<T, string, string>;
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
