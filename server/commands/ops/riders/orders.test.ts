import { afterAll, beforeAll, expect, test } from 'vitest';
import { OpsOrderList } from '../../../../contract/operators/orders.ts';
import { registerOrderJobs } from '../../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { serverKey as key } from '../../../testing/operators/operators.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

let app: TestApp;
let station: string;
let number: string;
beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments(), env: { OPERATOR_KEY: key } });
  registerOrderJobs(app.deps);
  const renting = await Renting.at(app);
  station = renting.cabinet.stationId;
  const rider = await signUp(app);
  const card = await renting.addCard(rider);
  ({ number } = await renting.rent(rider, card, 30));
  await renting.rent(rider, card, 30);
});
afterAll(() => app.close());

function run(...args: string[]) {
  const settings = { operator: { key, keyFile: '/nowhere', url: app.url } };
  const words = ['orders', ...args, '--as', 'sam'];
  return captureOutput((output) => runCommand(words, ops, { ...output, settings }));
}

test('support lists the orders of a station', async () => {
  const { out } = await run('list', '--station', station);
  expect(out.trim().split('\n')).toHaveLength(2);
  expect(out).toContain(`${number}  `);
  expect(out).toContain(`from ${station} slot `);
  const { out: json } = await run('list', '--station', station, '--json');
  expect(OpsOrderList.parse(JSON.parse(json)).orders).toHaveLength(2);
  expect((await run('list', '--state', 'charging')).out).toBe('There are no such orders.\n');
});

test('support reads the bill and the time line of an order', async () => {
  const { out } = await run('show', number);
  expect(out).toContain('  unlockFee ');
  expect(out).toContain('server rentalEnded');
  expect(await run('show', 'R-0')).toMatchObject({ code: 1, err: 'There is no order R-0.\n' });
});

test.each([
  [['list', '--state', 'lent'], '--state is invalid.'],
  [['list', 'more'], 'list takes only options.'],
  [['show'], 'show takes one order.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});
