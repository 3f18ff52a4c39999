/** Data that is loaded, is being loaded, or failed to load. */
export type Loaded<T> = { status: 'ready'; value: T } | { status: 'loading' | 'failed' };

/** Returns the state of a query. Old data counts as ready while the query runs again. */
export function loaded<T>(query: { data?: T | undefined; isError: boolean }): Loaded<T> {
  if (query.data !== undefined) return { status: 'ready', value: query.data };
  return { status: query.isError ? 'failed' : 'loading' };
}

/**
 * Applies `part` to the value if the data is loaded. Returns `from` if the data is loading or
 * failed to load.
 */
export function mapLoaded<T, U>(from: Loaded<T>, part: (value: T) => U): Loaded<U> {
  return from.status === 'ready' ? { status: 'ready', value: part(from.value) } : from;
}
