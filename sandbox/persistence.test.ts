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
  folder = await mkdtemp(path.join(tmpdir(), 'persistence-'));
});
afterEach(() => rm(folder, { recursive: true }));

const Value = z.object({ count: z.int(), padding: z.string() });

/** Starts a process that writes in an endless loop and reports each completed write. */
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
     const store = new ${kind === 'file' ? 'JsonFile' : 'Journal'}(process.argv[2], z.any());
     const padding = 'x'.repeat(20_000);
     for (let count = 1; ; count++) {
       ${kind === 'file' ? 'store.write' : 'store.append'}({ count, padding });
       process.send(count);
       if (count % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
     }`,
  );
  return fork(program, [path.join(folder, 'stored')], { execArgv: [] });
}

/** Kills the writer after this number of reports. Returns the last reported count. */
function killAfter(writer: ChildProcess, reports: number): Promise<number> {
  return new Promise((resolve) => {
    let last = 0;
    writer.on('message', (count) => {
      last = z.int().parse(count);
      if (last === reports) writer.kill('SIGKILL');
    });
    writer.on('close', () => resolve(last));
  });
}

test.each([37, 101])(
  'after kill -9 a file is complete and has at least the last reported value @slow',
  async (reports) => {
    const reported = await killAfter(await startWriter('file'), reports);
    const stored = new JsonFile(path.join(folder, 'stored'), Value).read();
    expect(stored?.count).toBeGreaterThanOrEqual(reported);
    expect(stored?.padding).toHaveLength(20_000);
  },
);

test('after kill -9 the journal has every line that was reported @slow', async () => {
  const reported = await killAfter(await startWriter('journal'), 61);
  const lines = new Journal(path.join(folder, 'stored'), Value).read();
  expect(lines.length).toBeGreaterThanOrEqual(reported);
  expect(lines.map(({ count }) => count)).toEqual(lines.map((_, index) => index + 1));
});

test('an incomplete last line is removed, and the next line is written separately', async () => {
  const file = path.join(folder, 'journal');
  const journal = new Journal(file, z.object({ n: z.int() }));
  journal.append({ n: 1 });
  await appendFile(file, '{"n":');
  expect(journal.read()).toEqual([{ n: 1 }]);
  journal.append({ n: 2 });
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":2}\n');
});

test('a file with invalid content causes an error and is not overwritten', async () => {
  await writeFile(path.join(folder, 'stored'), '{"count":"many"}');
  expect(() => new JsonFile(path.join(folder, 'stored'), Value).read()).toThrow(z.ZodError);
});

test('if two processes create a file at the same time, the file has the value of the first process', () => {
  const file = () => new JsonFile(path.join(folder, 'stored'), Value);
  const first = { count: 1, padding: '' };
  expect(file().create(first)).toEqual(first);
  expect(file().create({ count: 2, padding: '' })).toEqual(first);
  expect(file().read()).toEqual(first);
});
