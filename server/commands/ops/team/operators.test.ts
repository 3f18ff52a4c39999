import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

const serverKey = 'operators-key-of-the-tests-0123456789';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
});
afterAll(() => app.close());

function runWith(key: string, ...args: string[]) {
  const settings = { operator: { key, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) =>
    runCommand(['operators', ...args], ops, { ...output, settings }),
  );
}
const run = (...args: string[]) => runWith(serverKey, ...args, '--as', 'root');

test('an administrator adds an operator with a key, and blocks the operator', async () => {
  expect((await run('list')).out).toBe('There are no operators.\n');
  const why = ['--why', 'new in the team'];
  const added = await run('add', '王小明', '--role', 'support', '--role', 'readOnly', ...why);
  expect(added.out).toBe('王小明: support, readOnly\n');
  const { out } = await run('add-key', '王小明', '--label', 'laptop', ...why);
  const key = out.split('\n')[0] ?? '';
  expect(key).toMatch(/^ops_[\w-]{43}$/);
  expect(out).toContain('This is the only time that the key is shown.');

  expect((await runWith(key, 'me')).out).toBe('王小明: support, readOnly\n');
  expect(await runWith(key, 'list')).toMatchObject({
    code: 1,
    err: 'This needs one of the roles administrator.\n',
  });
  const list = (await run('list')).out;
  const [, id = ''] = /^ {2}(\S{36}) {2}laptop {2}last used on \d{4}-/m.exec(list) ?? [];
  expect((await run('revoke-key', '王小明', id, ...why)).out).toContain('revoked at');
  expect((await runWith(key, 'me')).err).toContain('missing or wrong');
  expect((await run('roles', '王小明', '--role', 'finance', ...why)).out).toMatch(
    /^王小明: finance\n/,
  );
  expect((await run('block', '王小明', ...why)).out).toContain('blocked since');
  expect((await run('unblock', '王小明', ...why)).out).not.toContain('blocked since');
});

test.each([
  [['add'], 'add takes one name.'],
  [
    ['add', 'Ada', '--why', 'new'],
    '--role is administrator, support, field, finance, marketing, readOnly.',
  ],
  [['add', 'Ada', '--role', 'owner', '--why', 'new'], '--role is administrator, support'],
  [['add', 'Ada', '--role', 'support'], '--why is missing or invalid.'],
  [['add', 'A\u0007', '--role', 'support', '--why', 'new'], 'The name has other signs'],
  [['add-key', 'Ada', '--why', 'new'], '--label is missing or invalid.'],
  [['revoke-key', 'Ada', '--why', 'lost'], 'revoke-key takes a name and the id of a key.'],
  [['forget', 'Ada'], 'There is no command operators forget.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await runWith(serverKey, ...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
