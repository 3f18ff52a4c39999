// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { safeStorage } from './storage.ts';

test('text is stored in the browser', () => {
  const store = safeStorage(() => window.localStorage);
  store.set('a', '1');
  expect(window.localStorage.getItem('a')).toBe('1');
  expect(store.get('a')).toBe('1');
  store.remove('a');
  expect(store.get('a')).toBeNull();
});

test('if the browser blocks storage, text is stored until the page closes', () => {
  const store = safeStorage(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(store.get('a')).toBeNull();
  store.set('a', '1');
  expect(store.get('a')).toBe('1');
  store.remove('a');
  expect(store.get('a')).toBeNull();
});

/** Returns a storage. Each method throws if `refuses` returns true for its name. */
function failingStorage(refuses: (method: string) => boolean): Storage {
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

test('if the storage is full, the newest text is stored until the page closes, and the next page finds no older text', () => {
  const full = failingStorage((method) => method === 'setItem');
  window.localStorage.setItem('a', 'old');
  const store = safeStorage(() => full);
  expect(store.get('a')).toBe('old');
  expect(store.isStored('a')).toBe(true);
  store.set('a', 'new');
  expect(store.get('a')).toBe('new');
  expect(store.isStored('a')).toBe(false);
  // After a reload, an old session or the key of a completed payment must not exist.
  expect(window.localStorage.getItem('a')).toBeNull();
});

test('removing the old text can make room for the new text', () => {
  window.localStorage.setItem('a', 'old');
  const tight = failingStorage(
    (method) => method === 'setItem' && window.localStorage.getItem('a') !== null,
  );
  const store = safeStorage(() => tight);
  store.set('a', 'new');
  expect(store.isStored('a')).toBe(true);
  expect(window.localStorage.getItem('a')).toBe('new');
});

test('if the storage refuses every change, a removed text does not exist for this page', () => {
  window.localStorage.setItem('a', 'old');
  const store = safeStorage(() => failingStorage((method) => method !== 'getItem'));
  store.remove('a');
  expect(store.get('a')).toBeNull();
  expect(store.isStored('a')).toBe(false);
  store.set('a', 'new');
  expect(store.get('a')).toBe('new');
});
