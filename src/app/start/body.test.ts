import { beforeEach, expect, test, vi } from 'vitest';
import { configOfTests } from '../../testing/fakeNetwork.ts';
import { station } from '../../testing/rider.ts';

const tile = { z: 14, x: 1, y: 2, at: '', stations: [station], clusters: [] };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  localStorage.clear();
  localStorage.setItem('startWords', JSON.stringify({ language: 'en', around: 'Around here' }));
  document.documentElement.dataset['start'] = 'home';
  delete document.documentElement.dataset['theme'];
  document.documentElement.lang = '';
  document.head.innerHTML = '<link rel="style" href="/home.css">';
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

/** Whether what brings the app was begun: its style is the first of it. */
async function begins(): Promise<boolean> {
  await vi.advanceTimersByTimeAsync(1100);
  return document.querySelector('link[rel="stylesheet"]') !== null;
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
  const frames: (() => void)[] = [];
  class FramesToCome {
    constructor(onFrame: () => void) {
      frames.push(onFrame);
    }
    observe() {}
  }
  vi.stubGlobal('PerformanceObserver', FramesToCome);
  await import('./body.ts');
  await vi.advanceTimersByTimeAsync(900);
  expect(document.querySelector('link[rel="stylesheet"]')).toBeNull();
  for (const paint of frames) paint();
  await vi.advanceTimersByTimeAsync(50);
  expect(document.querySelector('link[rel="stylesheet"]')).not.toBeNull();
});

test('without a storage to ask, too', async () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  await import('./repaint.ts');
  await import('./body.ts');
  expect(await begins()).toBe(true);
});
