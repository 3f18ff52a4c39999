import { dress } from './dress.ts';
import { retry } from './retry.ts';

/** The style sheets that were lost and are on their way again, by address. */
const lost = new Map<string, Promise<unknown>>();

/** Loads code with its style, again and again on a bad line. Rejects where the code did not come. */
export async function insist<T>(load: () => Promise<T>): Promise<T> {
  const code = await retry(load);
  // Whoever measures what is on the screen would measure it undressed.
  await Promise.all(lost.values());
  return code;
}

/**
 * Asks again for style sheets that were lost: the loader of the bundler asks for each but once, and
 * takes the part for dressed from then on.
 */
export function mendLostStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return;
      target.remove();
      const { href } = target;
      if (lost.has(href)) return;
      const mended = retry(() => dress(href))
        // A plain part is better than none.
        .catch(() => undefined)
        .finally(() => lost.delete(href));
      lost.set(href, mended);
    },
    true,
  );
}
