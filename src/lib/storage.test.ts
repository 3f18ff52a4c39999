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

test('a full storage keeps the newest text for the page', () => {
  const full = new Proxy(window.localStorage, {
    get(target, name) {
      if (name === 'setItem') {
        return () => {
          throw new DOMException('full', 'QuotaExceededError');
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  window.localStorage.setItem('a', 'old');
  const store = safeStorage(() => full);
  expect(store.get('a')).toBe('old');
  store.set('a', 'new');
  expect(store.get('a')).toBe('new');
});
