import type { Browser, BrowserContext, CDPSession, Page } from 'playwright/test';
import { expect } from '../../support/fixtures.ts';

/**
 * The content that the user wants to see. The visit is complete when `count` elements match the
 * selector and are painted.
 */
export interface Wanted {
  path: string;
  selector: string;
  count: number;
}

export interface Visit {
  /** Milliseconds from the start of the navigation until the wanted content is painted. */
  useful: number;
  /**
   * The milliseconds from the moment at which the browser calls the service worker until the
   * worker's answer to the navigation begins. They include the start of the service worker if it
   * was not running. The value is 0 without a service worker.
   */
  workerMs: number;
}

/** Creates a browser context with the properties of the phone that Lighthouse simulates. */
export function phone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
  });
}

export interface Slowness {
  /** True to slow the network down for real, with Lighthouse's values for slow 4G. */
  network: boolean;
  /** True to stop the service worker first, so that the visit has to start it. */
  stopWorker: boolean;
}

/** Opens a page in a new tab, with the CPU slowed down four times. */
export async function visit(
  context: BrowserContext,
  origin: string,
  wanted: Wanted,
  { network, stopWorker }: Slowness,
): Promise<{ visit: Visit; page: Page }> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.addInitScript(watch, wanted);
  if (stopWorker) await stopWorkers(session);
  if (network) {
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 562.5,
      downloadThroughput: (1474.56 * 1024) / 8,
      uploadThroughput: (675 * 1024) / 8,
    });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.goto(origin + wanted.path, { waitUntil: 'commit' });
  const read = () => page.evaluate(readUseful);
  await expect.poll(read, { timeout: 30_000, intervals: [100] }).toBeGreaterThan(0);
  return { visit: { useful: await read(), workerMs: await page.evaluate(readWorker) }, page };
}

/** Records the first frame after all wanted elements exist. Runs before the page's first script. */
function watch({ selector, count }: Wanted): void {
  const observer = new MutationObserver(() => {
    if (document.querySelectorAll(selector).length < count) return;
    observer.disconnect();
    // The animation callback runs before the browser paints the elements. The message below arrives
    // after the paint.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        document.documentElement.dataset['usefulAt'] = String(performance.now());
      });
      port1.start();
      port2.postMessage(null);
    });
  });
  observer.observe(document, { childList: true, subtree: true });
}

function readUseful(): number {
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  const there = Number(document.documentElement.dataset['usefulAt'] ?? 0);
  return painted === undefined || there === 0 ? 0 : Math.max(painted, there);
}

function readWorker(): number {
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming) || entry.workerStart === 0) return 0;
  return entry.responseStart - entry.workerStart;
}

async function stopWorkers(session: CDPSession): Promise<void> {
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
}

/** Waits until the service worker is active and has cached all files that a start needs. */
export async function workerReady(page: Page): Promise<void> {
  const state = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state);
  await expect.poll(state, { timeout: 60_000 }).toBe('activated');
}
