import type { BrowserContext, Page, Worker } from 'playwright/test';

/** Returns the service worker of the context. Waits until it runs. */
export async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers();
  return worker ?? context.waitForEvent('serviceworker');
}

export const isControlled = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.controller !== null);

/**
 * Waits until the service worker is installed, is active and controls the page. The first installation loads the whole
 * app and waits until the browser is idle, so only the time limit of the test ends this wait.
 */
export async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}
