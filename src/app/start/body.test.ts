// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { configOfTests } from '../../testing/fakeNetwork.ts';
import { station } from '../../testing/rider.ts';

const tile = { z: 14, x: 1, y: 2, at: '', stations: [station], clusters: [] };

/** Fakes a browser that paints its first frame when the test calls `paintFrame`. */
const frames: (() => void)[] = [];
class Frames {
  readonly #callback: () => void;
  constructor(callback: () => void) {
    this.#callback = callback;
  }
  observe({ type, buffered }: PerformanceObserverInit) {
    if (type === 'paint' && buffered) frames.push(this.#callback);
  }
}
const paintFrame = () => {
  for (const callback of frames) callback();
};

beforeEach(() => {
  frames.length = 0;
  vi.stubGlobal('PerformanceObserver', Frames);
  vi.resetModules();
  vi.useFakeTimers();
  localStorage.clear();
  localStorage.setItem('startWords', JSON.stringify({ language: 'en', around: 'Around here' }));
  document.documentElement.dataset['start'] = 'home';
  delete document.documentElement.dataset['theme'];
  document.documentElement.lang = '';
  document.head.innerHTML =
    '<link rel="style" href="/home.css"><link rel="entry" href="/start.js">';
  document.body.innerHTML = `
    <div id="root"><div data-painted="home"><div class="home-body">skeleton</div></div></div>
    <template id="paint-list"><h2 data-fill="text:around"></h2><ul class="st-list"></ul></template>
    <template id="paint-row"><li data-fill="text:name"></li></template>`;
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const sheet = () => document.querySelector('.home-body')?.textContent;

const hasStarted = () => document.querySelector('link[rel="stylesheet"]') !== null;

/**
 * Paints the first frame. Returns whether the app starts to load after the frame. The load begins
 * with the style sheet of the app.
 */
async function startsAfterFrame(): Promise<boolean> {
  paintFrame();
  await vi.advanceTimersByTimeAsync(100);
  return hasStarted();
}

test('the last visit is painted, and the app starts', async () => {
  const last = { config: configOfTests, tiles: [tile], station: null };
  localStorage.setItem('lastHome', JSON.stringify(last));
  await import('./repaint.ts');
  await import('./body.ts');
  expect(sheet()).toBe('Around hereCorner Bakery');
  expect(await startsAfterFrame()).toBe(true);
});

test.each([
  ['tiles of nothing', { config: configOfTests, tiles: [null, 1], station: null }],
  ['stations of nothing', { config: configOfTests, tiles: [{ stations: [null] }], station: null }],
  [
    'a map without a center',
    { config: { map: { directionsUrl: 1, center: null } }, tiles: [tile], station: null },
  ],
  ['something else', [[]]],
])('a last visit with %s is not painted, and the app still starts', async (_name, last) => {
  localStorage.setItem('lastHome', JSON.stringify(last));
  await import('./repaint.ts');
  await import('./body.ts');
  expect(sheet()).toBe('skeleton');
  expect(await startsAfterFrame()).toBe(true);
});

test('after the first frame, the app applies the saved settings that the server does not have', async () => {
  localStorage.setItem('theme', 'black');
  localStorage.setItem('changeLanguage', 'es');
  localStorage.setItem('runningOrder', '{}');
  history.replaceState(null, '', '/home');
  await import('./body.ts');
  const { dataset, lang } = document.documentElement;
  expect([dataset['theme'], dataset['start']]).toEqual([undefined, 'home']);
  expect(await startsAfterFrame()).toBe(true);
  expect([dataset['theme'], dataset['start']]).toEqual(['black', 'page']);
  expect([lang, document.documentElement.lang]).toEqual(['', 'es']);
});

test('the app starts after the first frame, and not before it', async () => {
  await import('./body.ts');
  await vi.advanceTimersByTimeAsync(900);
  expect(hasStarted()).toBe(false);
  expect(document.querySelector('link[rel="entry"]')).not.toBeNull();
  expect(await startsAfterFrame()).toBe(true);
  const entry = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]');
  expect([entry?.getAttribute('href'), entry?.fetchPriority]).toEqual(['/start.js', 'low']);
});

test('the app also starts in a background tab, in which the browser paints no frame', async () => {
  await import('./body.ts');
  await vi.advanceTimersByTimeAsync(1100);
  expect(hasStarted()).toBe(true);
});

test('a page other than home starts even if the browser does not report the frame of its skeleton', async () => {
  document.documentElement.dataset['start'] = 'page';
  await import('./body.ts');
  await vi.advanceTimersByTimeAsync(100);
  expect(hasStarted()).toBe(true);
});

test('the app also starts if storage is blocked', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await import('./repaint.ts');
  await import('./body.ts');
  expect(await startsAfterFrame()).toBe(true);
});
