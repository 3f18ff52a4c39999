import { glob } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const most = 30;

test(`no folder of code has more than ${most} files, so that people find a file by its folder`, async () => {
  const counts = new Map<string, number>();
  const code = '{contract,e2e,sandbox,scripts,server,src,sw}/**';
  for await (const entry of glob(code, { cwd: root, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const folder = entry.parentPath.slice(root.length);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(100);
  expect([...counts].filter(([, files]) => files > most)).toEqual([]);
});
