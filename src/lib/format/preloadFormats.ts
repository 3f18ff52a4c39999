let isWarm = false;

/** Before the page writes its first amount or date: then that is no long task of a slow device. */
export function preloadFormats(): void {
  if (isWarm || typeof Worker === 'undefined') return;
  isWarm = true;
  new Worker(new URL('./formats.worker.ts', import.meta.url), { type: 'module' }).addEventListener(
    'error',
    // Then the page does it by itself.
    (event) => event.preventDefault(),
  );
}
