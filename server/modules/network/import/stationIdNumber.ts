/**
 * Returns a station id as a number. An id uses 30 different characters, and each of them is also a digit of base 36. So
 * different ids have different numbers.
 */
export function stationIdNumber(id: string): number {
  // Leave out the seventh character: it is a check character, which the other characters determine.
  return Number.parseInt(id.slice(0, 6), 36);
}
