import { beforeEach, expect, test, vi } from 'vitest';
import { configOfTests } from '../../testing/fakeNetwork.ts';
import { station } from '../../testing/rider.ts';

const tile = { z: 14, x: 1, y: 2, at: '', stations: [station], clusters: [] };

/** A browser that tells of a frame when the test says so. */
const frames: (() => void)[] = [];
class Frames {
  readonly #tell: () => void;
  constructor(tell: () => void) {
    this.#tell = tell;
  }
  observe({ type, buffered }: PerformanceObserverInit) {
    if (type === 'paint' && buffered) frames.push(this.#tell);
  }
}
const paintFrame = () => {
  for (const tell of frames) tell();
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
    <div id="root"><div data-painted="home"><div data-sheet>bones</div></div></div>
    <template id="paint-list"><h2 data-fill="around"></h2><ul data-rows></ul></template>
    <template id="paint-row"><li data-fill="name"></li></template>`;
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const sheet = () => document.querySelector('[data-sheet]')?.textContent;

const isBegun = () => document.querySelector('link[rel="stylesheet"]') !== null;

/** Whether the first frame has what brings the app begun: its style is the first of it. */
async function begins(): Promise<boolean> {
  paintFrame();
  await vi.advanceTimersByTimeAsync(100);
  return isBegun();
}

test('the last visit is painted, and the app begins', async () => {
  const last = { config: configOfTests, tiles: [tile], station: null };
  localStorage.setItem('lastHome', JSON.stringify(last));
  await import('./repaint.ts');
  await import('./body.ts');
  expect(sheet()).toBe('Around hereCorner Bakery');
  expect(await begins()).toBe(true);
});

test.each([
  ['tiles of nothing', { config: configOfTests, tiles: [null, 1], station: null }],
  ['stations of nothing', { config: configOfTests, tiles: [{ stations: [null] }], station: null }],
  [
    'a map without a place',
    { config: { map: { directionsUrl: 1, center: null } }, tiles: [tile], station: null },
  ],
  ['something else', [[]]],
])('a last visit with %s is not, and the app begins all the same', async (_name, last) => {
  localStorage.setItem('lastHome', JSON.stringify(last));
  await import('./repaint.ts');
  await import('./body.ts');
  expect(sheet()).toBe('bones');
  expect(await begins()).toBe(true);
});

test('what the server could not know of this device is put right after the first frame', async () => {
  localStorage.setItem('theme', 'black');
  localStorage.setItem('changeLanguage', 'es');
  localStorage.setItem('runningOrder', '{}');
  history.replaceState(null, '', '/home');
  await import('./body.ts');
  const { dataset, lang } = document.documentElement;
  expect([dataset['theme'], dataset['start']]).toEqual([undefined, 'home']);
  expect(await begins()).toBe(true);
  expect([dataset['theme'], dataset['start']]).toEqual(['black', 'page']);
  expect([lang, document.documentElement.lang]).toEqual(['', 'es']);
});

test('the app begins with the first frame on the screen, and not before', async () => {
  await import('./body.ts');
  await vi.advanceTimersByTimeAsync(900);
  expect(isBegun()).toBe(false);
  expect(document.querySelector('link[rel="entry"]')).not.toBeNull();
  expect(await begins()).toBe(true);
  const entry = document.querySelector<HTMLLinkElement>('link[rel="modulepreload"]');
  expect([entry?.getAttribute('href'), entry?.fetchPriority]).toEqual(['/start.js', 'low']);
});

test('a page in the background, which gets no frame, begins all the same', async () => {
  await import('./body.ts');
  await vi.advanceTimersByTimeAsync(1100);
  expect(isBegun()).toBe(true);
});

test('where a frame of bare lines is not told of, another page than home waits no longer than for it', async () => {
  document.documentElement.dataset['start'] = 'page';
  await import('./body.ts');
  await vi.advanceTimersByTimeAsync(100);
  expect(isBegun()).toBe(true);
});

test('without a storage to ask, too', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await import('./repaint.ts');
  await import('./body.ts');
  expect(await begins()).toBe(true);
});
