import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutants } from './mutants.ts';

const root = new URL('../../', import.meta.url);

/** The runner can apply a mutant only if the source text exists exactly once. */
test.each(mutants)('$name: the source text exists once', async ({ file, from, tests }) => {
  const source = await readFile(new URL(file, root), 'utf8');
  expect(source.split(from)).toHaveLength(2);
  for (const test of tests) await readFile(fileURLToPath(new URL(test, root)));
});
