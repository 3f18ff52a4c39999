/**
 * Counts the spent idempotency keys of an operation. A key is spent if Stripe stored an internal
 * error for it: Stripe repeats the error for a day. The count is stored before the next key is used,
 * so that all processes use the same next key.
 */
export interface KeyStore {
  spent(operation: string): Promise<number>;
  /** Stores that one more key is spent, after `spent` keys. Returns the new count. */
  spend(operation: string, spent: number): Promise<number>;
}

/** The maximum number of keys of an operation that moves money. After that, support decides. */
export const keysPerOperation = 5;

/** The key to use once `spent` keys of the operation are spent. The first key is the operation itself. */
export function keyOf(operation: string, spent: number): string {
  return spent === 0 ? operation : `${operation}#${spent + 1}`;
}
