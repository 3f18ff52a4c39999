/**
 * The default pauses in milliseconds. Their total is as long as a call of the API may take. There are
 * many attempts, because a part fails to load if one of its files is missing.
 */
const defaultPausesMs = [500, 1000, 2000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000];

/**
 * Retries a request that may fail on a bad network, after each of these pauses in milliseconds. Rejects
 * after the last attempt, or at once if `mayHelp` says that another attempt is useless.
 */
export async function retry<T>(
  fetch: () => Promise<T>,
  pausesMs: readonly number[] = defaultPausesMs,
  mayHelp: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await fetch();
    } catch (error) {
      if (!mayHelp(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return fetch();
}
