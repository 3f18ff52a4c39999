/**
 * The default pauses in milliseconds. Their sum is a little less than `loadingMs`, the time-out of an
 * API call. There are many attempts, because a part fails to load if any of its files is missing.
 */
const defaultPausesMs = [500, 1000, 2000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000];

/**
 * Repeats a request that fails, after each of these pauses in milliseconds. Rejects if the last
 * attempt fails. Rejects at once if `mayHelp` returns false for the error.
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
