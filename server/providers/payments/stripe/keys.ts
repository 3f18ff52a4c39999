/**
 * Counts the spent idempotency keys of an operation. For a spent key, Stripe stored an internal
 * error, and repeats it for a day. The count is stored before the next key is used, so that all
 * processes use the same one.
 */
export interface KeyStore {
  spent(operation: string): Promise<number>;
  /** Stores that the key after `spent` others is spent, too. Answers how many are now. */
  spend(operation: string, spent: number): Promise<number>;
}

/** How many keys an operation that moves money may use. After that a person decides. */
export const keysPerOperation = 5;

/** The key to use once `spent` keys of the operation are spent. The first key is the operation itself. */
export function keyOf(operation: string, spent: number): string {
  return spent === 0 ? operation : `${operation}#${spent + 1}`;
}
