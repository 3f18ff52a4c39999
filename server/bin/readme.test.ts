import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the README lists exactly the environment variables that the server reads', async () => {
  const [, declared = ''] =
    /const Environment = z\.object\(\{([\s\S]*?)\n\}\);/.exec(await read('server/settings.ts')) ??
    [];
  const readme = await read('README.md');
  const names = [...declared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name = '']) => name);
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` *\|/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(names.toSorted());
});
