/** Something that is loaded: there, on its way, or not to be had. */
export type Loaded<T> = { status: 'ready'; value: T } | { status: 'loading' | 'failed' };

/** What a query has. Old data counts as there while it is asked for again. */
export function loaded<T>(query: { data?: T | undefined; isError: boolean }): Loaded<T> {
  if (query.data !== undefined) return { status: 'ready', value: query.data };
  return { status: query.isError ? 'failed' : 'loading' };
}
