/** Returns the query of a URL with its question mark; empty if there are no values. */
export function queryOf(values: Record<string, string | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) query.set(name, value);
  }
  return query.size > 0 ? `?${query.toString()}` : '';
}
