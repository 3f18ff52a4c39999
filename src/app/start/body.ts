import { loadStyleSheet } from '../../lib/loading/loadStyleSheet.ts';
import { startLanguage } from '../../lib/language/language.ts';
import { pageCodeTimeoutMs, stillLoadingMs } from '../../lib/constants.ts';
import { nextTask } from '../../lib/loading/nextTask.ts';
import { retry } from '../../lib/loading/retry.ts';
import { readStored } from './startData.ts';
import { applySavedAppearance } from './savedAppearance.ts';
import { watchStart } from './fallbackScreen.ts';

// Runs right after the painted markup, and leaves all that it has to do until the first frame is on the
// screen. Compiled into index.html.

// Chromium may ask whether to install the app before the app is there; it does so once.
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

/** Has the browser fetch the module that a link names, after whatever the screen itself waits for. */
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

/** The app wears it with its first screen: see src/app/webFont.ts. */
function askForFace(address: string | undefined): void {
  if (address === undefined || !('fonts' in document)) return;
  const load = () => new FontFace('Figtree', `url(${address})`, { weight: '300 900' }).load();
  Object.assign(window, { face: retry(load).catch(() => undefined) });
}

async function dressOrNot(link: HTMLLinkElement): Promise<void> {
  try {
    await retry(() => loadStyleSheet(link.href, link), [500, 1000, 2000]);
  } catch {
    // What is painted has its own style, and a plain app is better than none.
  }
}

let started = false;

/** Nothing of the app runs, or competes for the line, before the first frame is on the screen. */
async function start(): Promise<void> {
  if (started) return;
  started = true;
  const root = document.documentElement;
  const language = startLanguage(readStored('changeLanguage'), navigator);
  watchStart(language, stillLoadingMs, pageCodeTimeoutMs);
  // Once more: the server may have taken a device that keeps something for one that does not.
  applySavedAppearance();
  root.lang = language;
  // In tasks of their own, all of these: one after the other, they would hold up a touch on a slow device.
  await nextTask();
  // First, as everything after it waits for it: a line without HTTP/2 carries six files at a time.
  const dressed = Promise.all(links('style').map(dressOrNot));
  await nextTask();
  const entries = links('entry');
  entries.forEach(preload);
  await nextTask();
  const texts: unknown = JSON.parse(metaOf('texts') ?? '{}');
  preloadAt(Object.entries(texts ?? {}).find(([name]) => name === language)?.[1]);
  // Home does without: see src/app/routing/routes.ts.
  if (root.dataset['start'] === 'page') preloadAt(metaOf('pages'));
  await nextTask();
  askForFace(metaOf('face'));
  await dressed;
  for (const { href } of entries) {
    await retry(() => import(/* @vite-ignore */ href));
    await nextTask();
  }
}

/**
 * Resolves once the first frame is on the screen, which is later than when the page has drawn it. Firefox
 * and Safari tell only of one with a text or a picture in it, and the lines of a page that loads are none.
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
// A page opened in the background gets no frame.
setTimeout(() => void start(), 1000);
