/** In milliseconds: in all as long as a call of the API may take. Of a part no file may be missing. */
const patience = [500, 1000, 2000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000];

/**
 * Loads code, which on a bad line may get lost more than once: again after each of these pauses in
 * milliseconds. Rejects only where each attempt failed.
 */
export async function insist<T>(
  load: () => Promise<T>,
  pausesMs: readonly number[] = patience,
): Promise<T> {
  for (const pause of pausesMs) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}

/**
 * A style sheet that was lost leaves its link behind, and whoever asks for it again takes that for
 * the sheet: the link has to go.
 */
export function forgetLostStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') target.remove();
    },
    true,
  );
}
