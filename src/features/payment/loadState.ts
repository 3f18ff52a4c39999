/** Something that is loaded: there, on its way, or not to be had. */
export type Loaded<T> = { status: 'ready'; value: T } | { status: 'loading' | 'failed' };

/** What a query has. Old data counts as there while it is asked for again. */
export function loaded<T>(query: { data?: T | undefined; isError: boolean }): Loaded<T> {
  if (query.data !== undefined) return { status: 'ready', value: query.data };
  return { status: query.isError ? 'failed' : 'loading' };
}

/** A part of what is loaded. */
export function mapLoaded<T, U>(from: Loaded<T>, part: (value: T) => U): Loaded<U> {
  return from.status === 'ready' ? { status: 'ready', value: part(from.value) } : from;
}
