/** An id as a number: 30 digits of which base 36 has all, so that different ids stay different. */
export function stationIdNumber(id: string): number {
  // The seventh character follows from the others.
  return Number.parseInt(id.slice(0, 6), 36);
}
