/**
 * An id as a number. The 30 characters of ids are also digits of base 36, so different ids give
 * different numbers.
 */
export function stationIdNumber(id: string): number {
  // The seventh character is determined by the others.
  return Number.parseInt(id.slice(0, 6), 36);
}
