import { expect, test } from 'vitest';
import { safeStorage } from './storage.ts';

test('keeps text in the browser', () => {
  const store = safeStorage(() => window.localStorage);
  store.set('a', '1');
  expect(window.localStorage.getItem('a')).toBe('1');
  expect(store.get('a')).toBe('1');
  store.remove('a');
  expect(store.get('a')).toBeNull();
});

test('lasts as long as the page where the browser refuses even to be asked', () => {
  const store = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(store.get('a')).toBeNull();
  store.set('a', '1');
  expect(store.get('a')).toBe('1');
  store.remove('a');
  expect(store.get('a')).toBeNull();
});

/** The browser's storage, which throws where it is told to. */
function unwilling(refuses: (method: string) => boolean): Storage {
  return new Proxy(window.localStorage, {
    get(target, name) {
      if (typeof name === 'string' && refuses(name)) {
        return () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

test('a full storage keeps the newest text for the page, and nothing older for the next one', () => {
  const full = unwilling((method) => method === 'setItem');
  window.localStorage.setItem('a', 'old');
  const store = safeStorage(() => full);
  expect(store.get('a')).toBe('old');
  expect(store.isKept('a')).toBe(true);
  store.set('a', 'new');
  expect(store.get('a')).toBe('new');
  expect(store.isKept('a')).toBe(false);
  // An old session, or the key of a payment that is over, must not be there after a reload.
  expect(window.localStorage.getItem('a')).toBeNull();
});

test('what is taken away makes room for what comes in its place', () => {
  window.localStorage.setItem('a', 'old');
  const tight = unwilling(
    (method) => method === 'setItem' && window.localStorage.getItem('a') !== null,
  );
  const store = safeStorage(() => tight);
  store.set('a', 'new');
  expect(store.isKept('a')).toBe(true);
  expect(window.localStorage.getItem('a')).toBe('new');
});

test('a storage that forbids everything forgets what was taken away, for the page', () => {
  window.localStorage.setItem('a', 'old');
  const store = safeStorage(() => unwilling((method) => method !== 'getItem'));
  store.remove('a');
  expect(store.get('a')).toBeNull();
  expect(store.isKept('a')).toBe(false);
  store.set('a', 'new');
  expect(store.get('a')).toBe('new');
});
