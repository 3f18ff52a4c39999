import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { makeFolder } from '../../campaigns/testing.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

let app: TestApp;
let files: Awaited<ReturnType<typeof makeFolder>>;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  files = await makeFolder();
});
afterAll(async () => {
  await app.close();
  await rm(files.folder, { recursive: true });
});

const why = ['--why', 'the spring'];
function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) =>
    runCommand([...args, '--as', 'mia'], ops, { ...output, settings }),
  );
}

test('marketing publishes news once, and the record has the act', async () => {
  const words = (text: string) => ({ en: text, es: text, 'zh-CN': text });
  const file = await files.write('news.json', { title: words('Spring'), body: words('Now.') });
  const publish = ['news', 'publish', '--file', file];
  expect((await run(...publish, ...why)).out).toContain('“Spring” is published.');
  expect(await run(...publish, ...why)).toMatchObject({
    code: 1,
    err: expect.stringContaining('It was published at'),
  });
  expect(await run(...publish)).toMatchObject({ code: 2, out: '' });
  expect((await run('news', 'list')).out).toMatch(/ {2}0 riders notified so far {2}Spring\n$/);
  const wrong = await files.write('wrong.json', { title: words('a'), body: {} });
  expect(await run('news', 'publish', '--file', wrong, ...why)).toMatchObject({ code: 1, out: '' });
  const [entry] = await app.deps.db
    .selectFrom('operator_actions')
    .select(['action', 'who', 'why'])
    .execute();
  expect(entry).toEqual({ action: 'news.publish', who: 'mia', why: 'the spring' });
});

test('the requests of hosts are listed, answered, exported and erased', async () => {
  const body = {
    business: 'Corner Café',
    venue: 'cafe',
    place: null,
    address: '1 Test Street',
    contactName: 'Ada',
    phone: null,
    email: 'host@example.com',
    message: '',
    language: 'en',
    consent: true,
  };
  await app.call(paths.hosts, { method: 'POST', key: randomUUID(), body });
  const { out } = await run('hosts', 'list');
  expect(out).toContain('Corner Café');
  const [reference = ''] = out.split(' ');
  expect((await run('hosts', 'done', reference, ...why)).out).toBe(`${reference} is done.\n`);
  expect((await run('hosts', 'list')).out).toBe('There are no unanswered requests.\n');
  expect((await run('hosts', 'export')).out).toContain('host@example.com');
  expect((await run('hosts', 'erase', reference, ...why)).out).toBe(`${reference} is erased.\n`);
  expect((await run('hosts', 'list', '--all')).out).toBe('There are no requests.\n');
  expect(await run('hosts', 'done', 'H-NONE', ...why)).toMatchObject({
    code: 1,
    err: 'There is no request H-NONE.\n',
  });
  const actions = await new Operators(app).actions(reference);
  expect(actions.map(({ action }) => action)).toEqual(['host.answer', 'host.erase']);
  expect(JSON.stringify(actions)).not.toContain('example.com');
});
