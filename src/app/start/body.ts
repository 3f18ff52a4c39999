import { loadStyleSheet } from '../../lib/loading/loadStyleSheet.ts';
import { startLanguage } from '../../lib/language/language.ts';
import { pageCodeTimeoutMs, stillLoadingMs } from '../../lib/constants.ts';
import { nextTask } from '../../lib/loading/nextTask.ts';
import { retry } from '../../lib/loading/retry.ts';
import { readStored } from './lastVisitData.ts';
import { applySavedAppearance } from './savedAppearance.ts';
import { watchStart } from './fallbackScreen.ts';
import { allowOwnScripts } from './scriptPolicy.ts';

// This script runs directly after the markup of the first screen. It delays everything else until
// the first frame is visible. The build compiles this script into index.html.

allowOwnScripts();

// Chromium sends this event only once, and may send it before the app has loaded. Store the event
// for the app.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  Object.assign(window, { installPrompt: event });
});

// Store the latest of these events, because the app may replace a painted link while the user
// presses the link: see `finishPress` in main.tsx.
const keepEvent = (press: Event) => Object.assign(window, { press });
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(type, keepEvent);

// If the user presses a control of the first frame, the app performs the press later, when the app
// has drawn its own control: see usePressed.
addEventListener('click', ({ target }) => {
  const control = target instanceof Element ? target.closest<HTMLElement>('[data-press]') : null;
  if (!control) return;
  Object.assign(window, { pressed: control.dataset['press'] });
  // After this time, the user no longer expects the effect of the press.
  clearTimeout(forgetting);
  forgetting = setTimeout(() => Reflect.deleteProperty(window, 'pressed'), pressLifetimeMs);
});

/** In milliseconds. */
const pressLifetimeMs = 10_000;
let forgetting: ReturnType<typeof setTimeout> | undefined;

function links(rel: 'style' | 'entry'): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)];
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}

/**
 * Makes the browser fetch a linked module with low priority, because the files of the first screen
 * are more urgent.
 */
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

/** Requests the web font. src/app/webFont.ts applies the font with the first screen of the app. */
function requestWebFont(address: string | undefined): void {
  if (address === undefined || !('fonts' in document)) return;
  const load = () => new FontFace('Figtree', `url(${address})`, { weight: '300 900' }).load();
  Object.assign(window, { font: retry(load).catch(() => undefined) });
}

async function tryLoadStyle(link: HTMLLinkElement): Promise<void> {
  try {
    await retry(() => loadStyleSheet(link.href, link), [500, 1000, 2000]);
  } catch {
    // If the style sheet fails to load, start the app without it. An app without its style is
    // better than no app.
  }
}

let started = false;

/**
 * Starts the app. The code of the app must not run or use the network before the first frame, so
 * this function is called after that frame, or after a second if the browser reports no frame.
 */
async function start(): Promise<void> {
  if (started) return;
  started = true;
  const root = document.documentElement;
  const language = startLanguage(readStored('changeLanguage'), navigator);
  watchStart(language, stillLoadingMs, pageCodeTimeoutMs);
  // Apply the settings in this script, too, because at a first visit the server omits the script in
  // the head that normally applies them.
  applySavedAppearance();
  root.lang = language;
  // Run each step in a separate task, because a single task would delay a touch on a slow device.
  await nextTask();
  // Load the style sheets first, because the code of the app runs only after they have loaded or failed, and without
  // HTTP/2 a browser loads only six files at the same time.
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
  requestWebFont(metaOf('font'));
  await stylesLoaded;
  for (const { href } of entries) {
    await retry(() => import(/* @vite-ignore */ href));
    await nextTask();
  }
}

/**
 * Resolves when the first frame is visible, which is later than the moment at which the page has
 * drawn the frame. Firefox and Safari do not report the frame of a skeleton, because a skeleton has
 * neither text nor a picture. Therefore, if `data-start` is `page`, the next animation frame also
 * counts.
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
// The browser paints no frame for a page in the background, so start after a second.
setTimeout(() => void start(), 1000);
