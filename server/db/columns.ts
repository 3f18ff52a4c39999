import type { ColumnType } from 'kysely';

/** Made by the database from the row's other columns. */
export type Computed<T> = ColumnType<T, never, never>;

/** Read as the value itself, written as JSON text (both drivers take that). */
export type Json<T> = ColumnType<T, string, string>;
export type JsonDefault<T> = ColumnType<T, string | undefined, string>;
