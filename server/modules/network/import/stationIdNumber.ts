/**
 * An id as a number. Different ids have different numbers, because each of the 30 characters that an id
 * may contain is also a digit of base 36.
 */
export function stationIdNumber(id: string): number {
  // Leave out the seventh character: it is a check character, which the other characters determine.
  return Number.parseInt(id.slice(0, 6), 36);
}
