import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');

interface Proof {
  file: string;
  text: string;
}

/** Returns the rows of the tables in `docs/quality.md`. */
async function readRows(): Promise<{ number: number; proofs: Proof[] }[]> {
  const page = await read('docs/quality.md');
  const rows = page.matchAll(/^\| (\d+)(?: \(gate\))? +\|[^|]+\| (`.+?) +\|$/gm);
  return Array.from(rows, ([, number, cell = '']) => ({
    number: Number(number),
    proofs: Array.from(cell.matchAll(/`([^`]+)`: (.+?)(?=; `|$)/g), ([, file = '', text = '']) => ({
      file,
      text,
    })),
  }));
}

const testFile = /\.(?:test|spec|bench)\.tsx?$/;

/** Returns the titles of the tests in a file: the first text in `test(…)`, or after the table of `test.each`. */
function titlesIn(source: string): string[] {
  const calls = source.matchAll(
    /(?<![.\w])(?:test|it)(?:\(|\.each\b[^]*?\)\()\s*(['"`])((?:\\.|(?!\1)[^])*)\1/g,
  );
  return Array.from(calls, ([, , title = '']) => title);
}

/**
 * Returns what a file can prove: the titles of its tests, or if it has no tests, its texts between quotation marks,
 * without the paths of its imports.
 */
function proofsIn(file: string, source: string): string[] {
  if (testFile.test(file)) return titlesIn(source);
  return Array.from(
    source.matchAll(/(?<!\b(?:from|import) ?\(?)'([^'\n]+)'/g),
    ([, text = '']) => text,
  );
}

test('every promise of the app names a test that exists', async () => {
  const rows = await readRows();
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
  for (const { number, proofs } of rows) {
    expect.soft(proofs, `row ${number}`).not.toEqual([]);
    for (const { file, text } of proofs) {
      const found = proofsIn(file, await read(file)).filter((proof) => proof.includes(text));
      expect.soft(found, `row ${number}: ${text}`).not.toEqual([]);
    }
  }
});

test('a title is only the first text of a test, and not the text of a button or of a step', () => {
  const source = [
    "test('pays once', async () => {",
    "  await test.step('opens the page', open);",
    "  await press(page, { name: 'Pay now' });",
    '});',
    "expect(/[a-z]/.test('a file')).toBe(true);",
    "test.each([['a', one(2)]] as const)(",
    "  'shows %s', check);",
    'test(`lists ${name}`, () => undefined);',
  ].join('\n');
  expect(titlesIn(source)).toEqual(['pays once', 'shows %s', 'lists ${name}']);
});

test('the texts of a file without tests count as proofs, but the paths of its imports do not', () => {
  const source = [
    "import './start.ts';",
    "import { findings } from './findings.ts';",
    "const later = () => import('./later.ts');",
    "expect(findings, 'all findings').toEqual(['a', 'b']);",
  ].join('\n');
  expect(proofsIn('screenChecks.ts', source)).toEqual(['all findings', 'a', 'b']);
});
