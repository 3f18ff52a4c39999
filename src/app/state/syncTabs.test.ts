// @vitest-environment jsdom
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

/**
 * Simulates a choice in another tab. When this tab gets the storage event, the value has already
 * changed.
 */
function chooseInOtherTab(key: string, value: string): void {
  localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

test('a theme chosen in another tab is applied in this tab', () => {
  chooseInOtherTab(storageKeys.theme, 'black');
  expect(document.documentElement.dataset['theme']).toBe('black');
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});

test('a language chosen in another tab is applied in this tab, and an invalid language is ignored', async () => {
  chooseInOtherTab(storageKeys.language, 'es');
  await vi.waitFor(() => expect(i18next.language).toBe('es'));
  chooseInOtherTab(storageKeys.language, 'klingon');
  chooseInOtherTab(storageKeys.keepMessages, '1');
  expect(i18next.language).toBe('es');
});
