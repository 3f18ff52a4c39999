import { loadStyleSheet } from './loadStyleSheet.ts';
import { retry } from './retry.ts';

interface FailedStyle {
  reloaded: Promise<unknown>;
  /**
   * The imports that were running when the style sheet failed. The style sheet belongs to one or
   * more of these imports.
   */
  imports: ReadonlySet<unknown>;
}

/** The style sheets that failed to load and are being loaded again, by address. */
const failedStyles = new Map<string, FailedStyle>();
const loading = new Set<unknown>();

/**
 * Milliseconds for which an import waits for a style sheet that probably belongs to another import.
 */
const foreignStyleTimeoutMs = 1000;

/**
 * Imports code together with its style sheet. Retries on a bad network. Rejects if the code fails
 * to load.
 */
export async function importWithRetry<T>(load: () => Promise<T>): Promise<T> {
  loading.add(load);
  try {
    const code = await retry(load);
    // Wait for the styles, because components without their styles would measure wrong sizes.
    await Promise.all([...failedStyles.values()].map((style) => waitFor(style, load)));
    return code;
  } finally {
    loading.delete(load);
  }
}

function waitFor({ reloaded, imports }: FailedStyle, load: unknown): Promise<unknown> {
  if (imports.has(load)) return reloaded;
  const timeout = new Promise((resolve) => setTimeout(resolve, foreignStyleTimeoutMs));
  return Promise.race([reloaded, timeout]);
}

/**
 * Loads style sheets again if they failed to load. The bundler's own loader requests each style
 * sheet only once, and does not detect a later failure.
 */
export function reloadFailedStyles(): void {
  window.addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLLinkElement && target.rel === 'stylesheet')) return;
      target.remove();
      const { href } = target;
      if (failedStyles.has(href)) return;
      const reloaded = retry(() => loadStyleSheet(href))
        // If the style sheet still fails, show the part without it. A part without styles is better
        // than no part.
        .catch(() => undefined)
        .finally(() => failedStyles.delete(href));
      failedStyles.set(href, { reloaded, imports: new Set(loading) });
    },
    true,
  );
}
