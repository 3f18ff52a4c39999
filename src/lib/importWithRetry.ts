import { loadStyleSheet } from './loadStyleSheet.ts';
import { retry } from './retry.ts';

interface Lost {
  mended: Promise<unknown>;
  /** What was being loaded meanwhile: the style is that of one of these, and maybe of others. */
  wanted: ReadonlySet<unknown>;
}

/** The style sheets that were lost and are on their way again, by address. */
const lost = new Map<string, Lost>();
const loading = new Set<unknown>();

/** So long a part waits for a style that is probably another's, which may never come. */
const foreignPatienceMs = 1000;

/** Loads code with its style, again and again on a bad line. Rejects where the code did not come. */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  loading.add(load);
  try {
    const code = await retry(load);
    // Whoever measures what is on the screen would measure it undressed.
    await Promise.all([...lost.values()].map((style) => mended(style, load)));
    return code;
  } finally {
    loading.delete(load);
  }
}

function mended({ mended, wanted }: Lost, load: unknown): Promise<unknown> {
  if (wanted.has(load)) return mended;
  const patience = new Promise((resolve) => setTimeout(resolve, foreignPatienceMs));
  return Promise.race([mended, patience]);
}

/**
 * Asks again for style sheets that were lost: the loader of the bundler asks for each but once, and
 * takes the part for dressed from then on.
 */
export function reloadFailedStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return;
      target.remove();
      const { href } = target;
      if (lost.has(href)) return;
      const mended = retry(() => loadStyleSheet(href))
        // A plain part is better than none.
        .catch(() => undefined)
        .finally(() => lost.delete(href));
      lost.set(href, { mended, wanted: new Set(loading) });
    },
    true,
  );
}
