import type { ColumnType } from 'kysely';

/** Computed by the database from the row's other columns. */
export type Computed<T> = ColumnType<T, never, never>;

/** Read as a value, written as JSON text (both drivers accept that). */
export type Json<T> = ColumnType<T, string, string>;
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
