// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestPersistentStorage } from './persistentStorage.ts';

const persist = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  localStorage.clear();
  persist.mockReset().mockResolvedValue(false);
  fakeBrowser({ persist });
});
afterEach(() => vi.unstubAllGlobals());

function fakeBrowser(storage: object | undefined, userAgent = 'Chrome/141') {
  const given = { storage: { value: storage }, userAgent: { value: userAgent } };
  vi.stubGlobal('navigator', Object.create(navigator, given));
}

test('the app asks only once, whatever the browser answers', async () => {
  await requestPersistentStorage();
  await requestPersistentStorage();
  expect(persist).toHaveBeenCalledTimes(1);
});

test('if a policy refuses, no error is thrown', async () => {
  persist.mockRejectedValue(new DOMException('no', 'SecurityError'));
  await expect(requestPersistentStorage()).resolves.toBeUndefined();
});

test('the app does not ask in Firefox, because Firefox would show a permission prompt', async () => {
  fakeBrowser({ persist }, 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0');
  await requestPersistentStorage();
  expect(persist).not.toHaveBeenCalled();
});

test('nothing happens in a browser without persistent storage', async () => {
  fakeBrowser(undefined);
  await expect(requestPersistentStorage()).resolves.toBeUndefined();
});
