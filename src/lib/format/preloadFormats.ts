let isWarm = false;

/**
 * Loads the locale data of the browser in a worker, before the page formats its first amount or
 * date. Without the worker, the first format would be a long task on a slow device.
 */
export function preloadFormats(): void {
  if (isWarm || typeof Worker === 'undefined') return;
  isWarm = true;
  new Worker(new URL('./formats.worker.ts', import.meta.url), { type: 'module' }).addEventListener(
    'error',
    // The worker failed to load. The page then loads the data itself.
    (event) => event.preventDefault(),
  );
}
