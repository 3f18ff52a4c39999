let isWarm = false;

/**
 * Loads the locale data of the browser before the page formats its first amount or date. Otherwise
 * the first format is a long task on a slow device.
 */
export function preloadFormats(): void {
  if (isWarm || typeof Worker === 'undefined') return;
  isWarm = true;
  new Worker(new URL('./formats.worker.ts', import.meta.url), { type: 'module' }).addEventListener(
    'error',
    // The worker did not load. The page then loads the data itself.
    (event) => event.preventDefault(),
  );
}
