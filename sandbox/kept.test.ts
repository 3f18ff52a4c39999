import { fork, type ChildProcess } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Journal } from './issuer/journal.ts';
import { JsonFile } from './jsonFile.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kept-'));
});
afterEach(() => rm(folder, { recursive: true }));

const Value = z.object({ count: z.int(), ballast: z.string() });

/** Writes as fast as it can, and says after each write what is true from now on. */
async function startWriter(kind: 'file' | 'journal'): Promise<ChildProcess> {
  const program = path.join(folder, 'writer.ts');
  const [file, journal] = ['./jsonFile.ts', './issuer/journal.ts'].map((name) =>
    JSON.stringify(new URL(name, import.meta.url).href),
  );
  const zod = JSON.stringify(import.meta.resolve('zod'));
  await writeFile(
    program,
    `import { z } from ${zod};
     import { JsonFile } from ${file};
     import { Journal } from ${journal};
     const keeper = new ${kind === 'file' ? 'JsonFile' : 'Journal'}(process.argv[2], z.any());
     const ballast = 'x'.repeat(20_000);
     for (let count = 1; ; count++) {
       ${kind === 'file' ? 'keeper.write' : 'keeper.append'}({ count, ballast });
       process.send(count);
       if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
     }`,
  );
  return fork(program, [path.join(folder, 'kept')], { execArgv: [] });
}

/** Kills the writer after its n-th word; answers the last count that it had claimed. */
function killAfter(writer: ChildProcess, words: number): Promise<number> {
  return new Promise((resolve) => {
    let last = 0;
    writer.on('message', (count) => {
      last = z.int().parse(count);
      if (last === words) writer.kill('SIGKILL');
    });
    writer.on('close', () => resolve(last));
  });
}

test.each([37, 101])(
  'a file is whole after kill -9, and no older than was claimed',
  async (words) => {
    const claimed = await killAfter(await startWriter('file'), words);
    const kept = new JsonFile(path.join(folder, 'kept'), Value).read();
    expect(kept?.count).toBeGreaterThanOrEqual(claimed);
    expect(kept?.ballast).toHaveLength(20_000);
  },
);

test('a journal holds every line that was claimed before kill -9', async () => {
  const claimed = await killAfter(await startWriter('journal'), 61);
  const lines = new Journal(path.join(folder, 'kept'), Value).read();
  expect(lines.length).toBeGreaterThanOrEqual(claimed);
  expect(lines.map(({ count }) => count)).toEqual(lines.map((_, index) => index + 1));
});

test('a torn last line is cut off, and the next one stands by itself', async () => {
  const file = path.join(folder, 'journal');
  const journal = new Journal(file, z.object({ n: z.int() }));
  journal.append({ n: 1 });
  await appendFile(file, '{"n":');
  expect(journal.read()).toEqual([{ n: 1 }]);
  journal.append({ n: 2 });
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
});

test('a file with something else in it is said to be wrong, not overwritten', async () => {
  await writeFile(path.join(folder, 'kept'), '{"count":"many"}');
  expect(() => new JsonFile(path.join(folder, 'kept'), Value).read()).toThrow(z.ZodError);
});
