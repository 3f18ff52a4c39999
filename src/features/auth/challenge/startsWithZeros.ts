/** Whether a hash begins with at least `bits` zero bits. */
export function startsWithZeros(hash: Uint8Array, bits: number): boolean {
  for (let index = 0; index < bits; index += 8) {
    const wanted = Math.min(8, bits - index);
    if ((hash[index / 8] ?? 0) >>> (8 - wanted) !== 0) return false;
  }
  return true;
}
