import { dress } from '../../lib/dress.ts';
import { startLanguage } from '../../lib/language.ts';
import { retry } from '../../lib/retry.ts';
import { readLastVisit, readPageData, readStored } from './early.ts';
import { paintHome } from './paint.ts';
import { readStartWords } from './startWords.ts';

// Runs right after the painted markup, before the first frame. Compiled into index.html.
const root = document.documentElement;
const language = startLanguage(readStored('changeLanguage'), navigator);
const query = new URLSearchParams(location.search);
const linked = query.has('link') ? 'link' : (query.get('equip_id')?.toUpperCase() ?? null);

if (root.dataset['start'] === 'home') {
  const page = readPageData();
  const early = page ?? readLastVisit();
  // The server paints in the language it was asked for; only another one has to be painted again.
  const words = readStartWords(language);
  if (early && words && (page === null || root.lang !== language)) {
    paintHome(early, page?.station ? page.station.id : linked, words, language);
  }
}
root.lang = language;

function links(selector: string): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(selector)];
}

const texts: unknown = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="texts"]')?.content ?? '{}',
);
const textsOfLanguage = Object.entries(texts ?? {}).find(([name]) => name === language)?.[1];
if (typeof textsOfLanguage === 'string') {
  const preload = document.createElement('link');
  preload.rel = 'modulepreload';
  preload.fetchPriority = 'low';
  preload.crossOrigin = '';
  preload.href = textsOfLanguage;
  document.head.append(preload);
}

async function dressOrNot(link: HTMLLinkElement): Promise<void> {
  try {
    await retry(() => dress(link.href, link), [500, 1000, 2000]);
  } catch {
    // What is painted has its own style, and a plain app is better than none.
  }
}

let started = false;

/** Nothing of the app runs, or competes for the line, before the first frame is on the screen. */
async function start(): Promise<void> {
  if (started) return;
  started = true;
  await Promise.all(links('link[data-style]').map(dressOrNot));
  const entry = links('link[data-entry]')[0];
  if (entry) await retry(() => import(/* @vite-ignore */ entry.href));
}

requestAnimationFrame(() => setTimeout(() => void start()));
// A page opened in the background gets no frame.
setTimeout(() => void start(), 1000);
