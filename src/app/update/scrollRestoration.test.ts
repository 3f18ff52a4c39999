// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveScrollPosition, restoreScrollPosition } from './scrollRestoration.ts';

let height = 0;
let grow: () => void;

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/help?topic=a');
  vi.stubGlobal('innerHeight', 600);
  vi.stubGlobal('scrollY', 0);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.spyOn(window, 'scrollTo').mockImplementation((...at: unknown[]) => {
    vi.stubGlobal('scrollY', at[1]);
    window.dispatchEvent(new Event('scroll'));
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        grow = tell;
      }
      observe() {}
      disconnect() {
        grow = () => {};
      }
    },
  );
  vi.useFakeTimers();
});
afterEach(() => {
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function leaveAt(top: number) {
  vi.stubGlobal('scrollY', top);
  saveScrollPosition();
  vi.stubGlobal('scrollY', 0);
  height = 600;
}

function growTo(next: number) {
  height = next;
  grow();
}

test('the scroll position is restored as soon as the page is long enough, and again if the page jumps back', () => {
  leaveAt(300);
  restoreScrollPosition();
  growTo(800);
  expect(window.scrollY).toBe(0);
  growTo(1200);
  expect(window.scrollY).toBe(300);
  window.scrollTo(0, 0);
  expect(window.scrollY).toBe(300);
  // The restoration must stop when the user touches the page.
  window.dispatchEvent(new Event('pointerdown'));
  window.scrollTo(0, 40);
  expect(window.scrollY).toBe(40);
});

test('another page or a later visit starts at the top', () => {
  leaveAt(300);
  window.history.replaceState(null, '', '/menu');
  restoreScrollPosition();
  growTo(1200);
  window.history.replaceState(null, '', '/help?topic=a');
  restoreScrollPosition();
  growTo(1300);
  expect(window.scrollY).toBe(0);
});
