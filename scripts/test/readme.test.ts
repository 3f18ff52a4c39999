import { readFile, readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the README lists exactly the environment variables that the server reads', async () => {
  const folder = 'server/settings/';
  const parts = await readdir(new URL(`../../${folder}`, import.meta.url));
  const sources = await Promise.all(parts.map((name) => read(folder + name)));
  const readme = await read('README.md');
  const declared =
    /^(?:const Environment = z\.object\(\{|export const \w+Variables = \{)$([\s\S]*?)^\}/gm;
  const names = sources
    .flatMap((source) => [...source.matchAll(declared)])
    .flatMap(([, inside = '']) => [...inside.matchAll(/^ {2}([A-Z_]+):/gm)])
    .map(([, name = '']) => name);
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` *\|/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(names.toSorted());
});
