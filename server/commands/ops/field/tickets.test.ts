import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerOrderJobs } from '../../../composition.ts';
import { checkTickets } from '../../../jobs/ticketCheck.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

const key = 'operators-key-of-the-tests-0123456789';
let app: TestApp;
let station: string;
beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments(), env: { OPERATOR_KEY: key } });
  registerOrderJobs(app.deps);
  const renting = await Renting.at(app);
  station = renting.cabinet.stationId;
  await app.call(`/api/ops/chargers/${station}-1/hold-back`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'x-operator': 'fay' },
    body: { why: 'a report' },
    key: randomUUID(),
  });
  await checkTickets(app.deps);
});
afterAll(() => app.close());

const why = ['--why', 'on my tour', '--as', 'fay'];
function run(...args: string[]) {
  const settings = { operator: { key, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, ops, { ...output, settings }));
}

test('a field operator lists, takes and closes a ticket', async () => {
  const { out } = await run('tickets', 'list');
  const [number = ''] = out.split(' ');
  expect(out).toContain(`  chargerHeldBack ${station}-1  ${station} slot 1 (`);
  expect(out.endsWith('  open\n')).toBe(true);
  expect((await run('tickets', 'take', number, ...why)).out).toContain('fay is on the way');
  expect((await run('tickets', 'done', number, ...why)).out).toContain('closed by fay');
  expect((await run('tickets', 'list')).out).toBe('There are no such tickets.\n');
  expect((await run('tickets', 'done', number, ...why)).code).toBe(1);
});

test('an operator sets their own alerts with quiet hours', async () => {
  const zone = ['--quiet', '22:00-07:00', '--zone', 'Europe/Madrid'];
  expect((await run('alerts', 'set', '--email', 'fay@example.com', ...zone, ...why)).out).toBe(
    'Alerts go to fay@example.com, but not from 22:00 to 07:00 (Europe/Madrid).\n',
  );
  expect((await run('alerts', 'off', ...why)).out).toBe('You get no alerts.\n');
  expect((await run('alerts', 'show', '--as', 'fay')).out).toBe('You get no alerts.\n');
});

test.each([
  [['tickets', 'take', '--why', 'now'], 'take takes the number of one ticket.'],
  [['tickets', 'done', 'K-1'], '--why is missing.'],
  [['alerts', 'set', '--why', 'now'], 'set needs --email.'],
  [['alerts', 'set', '--email', 'a@b.example', '--quiet', 'night', '--why', 'n'], '--quiet is a'],
  [
    ['alerts', 'set', '--email', 'a@b.example', '--zone', 'UTC', '--why', 'n'],
    '--quiet and --zone',
  ],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
