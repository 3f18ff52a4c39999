import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');

/** Returns the rows of the tables in `docs/quality.md`. */
async function readRows(): Promise<{ number: number; file: string; text: string }[]> {
  const page = await read('docs/quality.md');
  const rows = page.matchAll(/^\| (\d+)(?: \(gate\))? +\|[^|]+\| `([^`]+)`: (.+?) +\|$/gm);
  return [...rows].map(([, number, file = '', text = '']) => ({
    number: Number(number),
    file,
    text,
  }));
}

test('every promise of the app names a test that exists', async () => {
  const rows = await readRows();
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
  for (const { number, file, text } of rows) {
    expect.soft(await read(file), `row ${number}`).toContain(text);
  }
});
