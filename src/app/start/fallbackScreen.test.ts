// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { pageCodeTimeoutMs, stillLoadingMs } from '../../lib/constants.ts';
import { watchStart } from './fallbackScreen.ts';

const root = document.createElement('div');
root.id = 'root';
document.body.append(root);

beforeEach(() => {
  vi.useFakeTimers();
  document.documentElement.dataset['start'] = 'page';
  root.innerHTML = '<div class="page-start" data-painted="page"></div>';
  return () => vi.useRealTimers();
});

const alertText = () => root.querySelector('[role="alert"]')?.textContent;
const fail = () => {
  window.dispatchEvent(new Event('unhandledrejection'));
  vi.advanceTimersByTime(0);
};

test.each([
  ['en', "This page couldn't be loaded.", 'Reload'],
  ['es', 'No se pudo cargar esta página.', 'Volver a cargar'],
  ['zh-CN', '页面加载失败。', '重新加载'],
] as const)(
  'if the start fails, a message in %s with a reload button appears',
  (language, text, reload) => {
    watchStart(language, stillLoadingMs, pageCodeTimeoutMs);
    fail();
    expect(alertText()).toBe(text);
    expect(root.querySelector('button')?.textContent).toBe(reload);
    fail();
    expect(root.querySelectorAll('.start-note')).toHaveLength(1);
  },
);

test('a slow start shows a message after eight seconds', () => {
  watchStart('en', stillLoadingMs, pageCodeTimeoutMs);
  vi.advanceTimersByTime(stillLoadingMs - 1);
  expect(alertText()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(alertText()).toBe('Still loading…');
  vi.advanceTimersByTime(pageCodeTimeoutMs - stillLoadingMs);
  expect(alertText()).toBe("This page couldn't be loaded.");
});

test('a slow start shows no message over painted stations, because the user can already use them', () => {
  document.documentElement.dataset['start'] = 'home';
  root.innerHTML = '<div class="home" data-painted="home"><ul></ul></div>';
  watchStart('en', stillLoadingMs, pageCodeTimeoutMs);
  vi.advanceTimersByTime(stillLoadingMs);
  expect(alertText()).toBeUndefined();

  root.innerHTML = '<div class="home" data-painted="home"><div class="home-wait"></div></div>';
  watchStart('en', stillLoadingMs, pageCodeTimeoutMs);
  vi.advanceTimersByTime(stillLoadingMs);
  expect(alertText()).toBe('Still loading…');
});

test('if the whole app crashes, the page is not empty', () => {
  root.innerHTML = '<main></main>';
  watchStart('en', stillLoadingMs, pageCodeTimeoutMs);
  vi.advanceTimersByTime(stillLoadingMs);
  fail();
  expect(root.innerHTML).toBe('<main></main>');

  root.replaceChildren();
  window.dispatchEvent(new ErrorEvent('error'));
  vi.advanceTimersByTime(0);
  expect(alertText()).toBe("This page couldn't be loaded.");
});
