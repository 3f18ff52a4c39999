import i18next from 'i18next';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { storageKeys } from '../../lib/constants.ts';
import { startTexts } from '../../testing/texts.ts';
import { syncTabs } from './syncTabs.ts';

beforeAll(async () => {
  await startTexts();
  syncTabs();
});
beforeEach(() => localStorage.clear());

/** As the browser tells of it: this tab finds it done. */
function chosenElsewhere(key: string, value: string): void {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

test('colours chosen in another tab are shown here', () => {
  chosenElsewhere(storageKeys.theme, 'black');
  expect(document.documentElement.dataset['theme']).toBe('black');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test('a language chosen in another tab is spoken here; nonsense is not', async () => {
  chosenElsewhere(storageKeys.language, 'es');
  await vi.waitFor(() => expect(i18next.language).toBe('es'));
  chosenElsewhere(storageKeys.language, 'klingon');
  chosenElsewhere(storageKeys.keepMessages, '1');
  expect(i18next.language).toBe('es');
});
