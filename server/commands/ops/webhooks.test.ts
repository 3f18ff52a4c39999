import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { runCommand } from '../runCommand.ts';
import { ops } from './ops.ts';

const key = 'operators-key-of-the-tests-0123456789';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: key } });
});
afterAll(() => app.close());

const why = ['--why', 'the accounting system'];
function run(...args: string[]) {
  const settings = { operator: { key, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(['webhooks', ...args], ops, { ...output, settings }));
}

test('an administrator adds, pauses and removes an endpoint, and shows its secret @slow', async () => {
  expect((await run('list')).out).toBe('There are no endpoints.\n');
  const address = 'https://erp.example.com/hook';
  const { out } = await run(
    'add',
    address,
    '--type',
    'case.closed',
    '--type',
    'case.opened',
    ...why,
  );
  const [id = ''] = out.split(' ');
  const line = (state: string) =>
    `${id}  ${state}  ${address}  case.opened, case.closed  0 waiting, 0 failed\n`;
  expect(out.startsWith(line('active'))).toBe(true);
  expect((await run('pause', id, ...why)).out).toBe(line('paused'));
  expect((await run('list')).out).toBe(line('paused'));
  expect((await run('resume', id, ...why)).out).toBe(line('active'));
  const secret = (await run('secret', id, ...why)).out;
  expect(secret).toMatch(/^whsec_\S+\n$/);
  expect((await run('rotate-secret', id, ...why)).out).not.toBe(secret);
  expect((await run('deliveries', id)).out).toBe('There are no messages.\n');
  expect((await run('replay', id, ...why)).out).toBe('0 messages are sent again.\n');
  expect((await run('remove', id, ...why)).out).toBe(line('removed'));
  expect((await run('list')).out).toBe('There are no endpoints.\n');
});

test.each([
  [['add', '--why', 'new'], 'add takes one address.'],
  [['add', 'https://example.com'], '--why is missing.'],
  [['add', 'https://example.com', '--type', 'all', '--why', 'new'], '--type is one of rental.'],
  [['deliveries', 'x', '--state', 'lost'], '--state is one of waiting, delivered, failed.'],
  [['pause', 'x'], '--why is missing.'],
  [['secret'], 'secret takes the id of one endpoint.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
