import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('no query uses the polling of RTK Query, which the build removes', () => {
  const option = /(?<!import )\{[^{}();]*\bpollingInterval\b\s*[,:}]|skipPollingIfUnfocused/;
  const using = globSync('src/**/*.{ts,tsx}').filter((file) =>
    option.test(readFileSync(file, 'utf8')),
  );
  expect(using, 'use `usePolling` of src/lib/device/heartbeat.ts').toEqual([]);
  expect(option.test('useGetOrderQuery(id, {\n  pollingInterval: pollMs,\n})')).toBe(true);
  expect(option.test('initiate(tile, { pollingInterval })')).toBe(true);
});
