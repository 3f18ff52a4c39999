import { loadStyleSheet } from '../../lib/loading/loadStyleSheet.ts';
import { startLanguage } from '../../lib/language/language.ts';
import { pageCodeTimeoutMs, stillLoadingMs } from '../../lib/constants.ts';
import { nextTask } from '../../lib/loading/nextTask.ts';
import { retry } from '../../lib/loading/retry.ts';
import { readStored } from './startData.ts';
import { applySavedAppearance } from './savedAppearance.ts';
import { watchStart } from './fallbackScreen.ts';

// Runs right after the painted markup and delays all other work until the first frame is on the screen.
// Compiled into index.html.

// Chromium may send this event, once, before the app has loaded. It is stored for the app.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  Object.assign(window, { installPrompt: event });
});

function links(rel: 'style' | 'entry'): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)];
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/** Makes the browser fetch a linked module, with lower priority than what the screen itself needs. */
function preload(link: HTMLLinkElement): void {
  link.fetchPriority = 'low';
  link.rel = 'modulepreload';
}

function preloadAt(href: unknown): void {
  if (typeof href !== 'string') return;
  const link = document.createElement('link');
  link.href = href;
  preload(link);
  document.head.append(link);
}

/** Requests the web font, which the app applies with its first screen: see src/app/webFont.ts. */
function requestWebFont(address: string | undefined): void {
  if (address === undefined || !('fonts' in document)) return;
  const load = () => new FontFace('Figtree', `url(${address})`, { weight: '300 900' }).load();
  Object.assign(window, { face: retry(load).catch(() => undefined) });
}

async function tryLoadStyle(link: HTMLLinkElement): Promise<void> {
  try {
    await retry(() => loadStyleSheet(link.href, link), [500, 1000, 2000]);
  } catch {
    // The painted markup has its own style, and an app without style is better than none.
  }
}

let started = false;

/** Until the first frame is on the screen, nothing of the app runs or uses the network. */
async function start(): Promise<void> {
  if (started) return;
  started = true;
  const root = document.documentElement;
  const language = startLanguage(readStored('changeLanguage'), navigator);
  watchStart(language, stillLoadingMs, pageCodeTimeoutMs);
  // Apply it again: the server may have served this page as for a first visit, without the script in the
  // head.
  applySavedAppearance();
  root.lang = language;
  // Each step runs in its own task. In one task they would delay a touch on a slow device.
  await nextTask();
  // Style sheets first, because everything later waits for them. Without HTTP/2, only six files load at a
  // time.
  const stylesLoaded = Promise.all(links('style').map(tryLoadStyle));
  await nextTask();
  const entries = links('entry');
  entries.forEach(preload);
  await nextTask();
  const texts: unknown = JSON.parse(metaOf('texts') ?? '{}');
  preloadAt(Object.entries(texts ?? {}).find(([name]) => name === language)?.[1]);
  // Home does not need the table of pages: see src/app/routing/routes.ts.
  if (root.dataset['start'] === 'page') preloadAt(metaOf('pages'));
  await nextTask();
  requestWebFont(metaOf('face'));
  await stylesLoaded;
  for (const { href } of entries) {
    await retry(() => import(/* @vite-ignore */ href));
    await nextTask();
  }
}

/**
 * Resolves when the first frame is on the screen, which is later than the moment when the page has drawn
 * it. Firefox and Safari report only a frame with text or a picture, which a skeleton does not have.
 */
async function firstPaint(): Promise<void> {
  await new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    if (document.documentElement.dataset['start'] === 'page') {
      requestAnimationFrame(() => setTimeout(resolve));
    }
  });
}

void firstPaint().then(start);
// A page that is opened in the background gets no frame.
setTimeout(() => void start(), 1000);
