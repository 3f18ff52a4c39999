import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { runOps, runWith } from '../campaigns/testing.ts';
import { ops } from '../ops/ops.ts';
import { news } from './news.ts';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  folder = await mkdtemp(path.join(tmpdir(), 'news-'));
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const inAll = (text: string) => ({ en: text, 'zh-CN': text, es: text });

const run = (...args: string[]) => runOps(ops, ['news', ...args], app.url);

async function fileOf(content: unknown): Promise<string> {
  const file = path.join(folder, 'news.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('the commands publish a file only once, and list it', async () => {
  expect((await run('list')).out).toBe('Nothing was published yet.\n');
  const file = await fileOf({ title: inAll('Free hours'), body: inAll('Today.'), link: '/coupon' });
  expect(await run('publish', '--file', file)).toEqual({
    code: 0,
    out: '“Free hours” is published. The server notifies the riders.\n',
    err: '',
  });
  expect((await run('list')).out).toMatch(
    /^\d{4}-\d\d-\d\dT\S+ {2}0 riders notified so far {2}Free hours {2}\/coupon\n$/,
  );
  expect(await run('publish', '--file', file)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^It was published at /),
  });
  const jobs = await app.deps.db.selectFrom('outbox').select('kind').execute();
  expect(jobs.filter(({ kind }) => kind === 'news.publish')).toHaveLength(1);
});

test.each([
  [{ title: inAll('x') }, 'body: '],
  [{ title: { en: 'x' }, body: inAll('x') }, 'title.zh-CN: '],
  [
    { title: inAll('x'), body: inAll('x'), link: 'https://evil.example' },
    'link: expected a path of the app, such as /coupon',
  ],
  [{ title: inAll('x'), body: inAll('x'), link: '/api/me' }, 'link: expected a page'],
  // PostgreSQL cannot store an unpaired surrogate.
  [{ title: inAll('x'), body: inAll('x\ud800') }, 'body.en: expected plain text'],
  ['{', 'is not JSON'],
])('an invalid file is refused with the reason: %j', async (content, said) => {
  const { code, out, err } = await run('publish', '--file', await fileOf(content));
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(said);
});

test('an unknown command shows the list of commands', async () => {
  for (const args of [[], ['tell'], ['publish'], ['list', '--file', 'x'], ['publish', '--loud']]) {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('npm run ops -- news publish');
  }
  expect((await run('--help')).out).toContain('npm run ops -- news list');
  const missing = await run('publish', '--file', path.join(folder, 'none.json'));
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('ENOENT') });
});

test('the former command does the same, needs no reason, and prints the name of the new command', async () => {
  const former = (...args: string[]) => runWith(news, args, app.url);
  const file = await fileOf({ title: inAll('Former'), body: inAll('Now.') });
  const { code, err } = await former('publish', '--file', file);
  expect(code).toBe(0);
  expect(err).toContain('npm run news is now npm run ops -- news');
  expect((await former('list')).out).toBe((await run('list')).out);
  expect((await former('--help')).out).toContain('npm run news -- publish');
});
