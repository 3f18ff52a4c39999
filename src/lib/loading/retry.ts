/** In milliseconds: in all as long as a call of the API may take. Of a part no file may be missing. */
const patience = [500, 1000, 2000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000];

/**
 * Fetches what on a bad line may get lost more than once: again after each of these pauses in
 * milliseconds. Rejects where each attempt failed, or at once where `mayHelp` says that another will
 * be no better.
 */
export async function retry<T>(
  fetch: () => Promise<T>,
  pausesMs: readonly number[] = patience,
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
