/**
 * Writes a value as JSON in the form of RFC 8785: without spaces, and with the property names of
 * objects sorted by their UTF-16 code units. Equal values give equal bytes. Numbers must be
 * integers.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => `${JSON.stringify(name)}:${canonicalJson(part)}`);
    return `{${parts.join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Error(`${value} is not an integer`);
  }
  return JSON.stringify(value);
}
