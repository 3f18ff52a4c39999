/**
 * Counts the used-up idempotency keys of each operation. A key is used up if Stripe stored an internal error for it,
 * because Stripe repeats this error for a day. It is also used up if it was sent with a different request. The new
 * count is stored before the next key is used, so that all processes use the same next key.
 */
export interface KeyStore {
  spent(operation: string): Promise<number>;
  /** Stores that one more key is used up, in addition to the first `spent` keys. Returns the new count. */
  spend(operation: string, spent: number): Promise<number>;
}

/** The highest number of keys for an operation that moves money. If all of them are used up, support decides. */
export const keysPerOperation = 5;

/** The key to use after `spent` keys of the operation are used up. The first key is the operation itself. */
export function keyOf(operation: string, spent: number): string {
  return spent === 0 ? operation : `${operation}#${spent + 1}`;
}
