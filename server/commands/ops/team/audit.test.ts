import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  await new Operators(app).add('Sue', 'support');
});
afterAll(() => app.close());

function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, ops, { ...output, settings }));
}

test('an administrator reads the record of operators in pages, and verifies it', async () => {
  const { out } = await run('audit', 'list', '--limit', '1', '--as', 'ada');
  const origin = '(origin: the key of the server, 127.0.0.0/24)';
  expect(out).toContain(`  root  operator.addKey  Sue  ${origin}\n  new in the team\n`);
  expect(out).toMatch(/More: --cursor \d+\n$/);
  expect((await run('audit', 'list', '--who', 'nobody', '--as', 'ada')).out).toBe(
    'There are no such acts.\n',
  );
  expect((await run('audit', 'verify', '--as', 'ada')).out).toMatch(
    /^2 entries\. The chain of hashes is intact\. The last one is 2: [\da-f]{64}\n$/,
  );
});
