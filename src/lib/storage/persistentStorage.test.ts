import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requestPersistentStorage } from './persistentStorage.ts';

const persist = vi.fn<() => Promise<boolean>>();

beforeEach(() => {
  localStorage.clear();
  persist.mockReset().mockResolvedValue(false);
  play({ persist });
});
afterEach(() => vi.unstubAllGlobals());

function play(storage: object | undefined, userAgent = 'Chrome/141') {
  const given = { storage: { value: storage }, userAgent: { value: userAgent } };
  vi.stubGlobal('navigator', Object.create(navigator, given));
}

test('asks once, whatever the answer', async () => {
  await requestPersistentStorage();
  await requestPersistentStorage();
  expect(persist).toHaveBeenCalledTimes(1);
});

test('a refusal by policy is no trouble', async () => {
  persist.mockRejectedValue(new DOMException('no', 'SecurityError'));
  await expect(requestPersistentStorage()).resolves.toBeUndefined();
});

test('Firefox, which would ask the person, is not asked', async () => {
  play({ persist }, 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0');
  await requestPersistentStorage();
  expect(persist).not.toHaveBeenCalled();
});

test('a browser that cannot is left alone', async () => {
  play(undefined);
  await expect(requestPersistentStorage()).resolves.toBeUndefined();
});
