import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerOrderJobs } from '../../../composition.ts';
import { signUp, startTestApp, type Rider, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { serverKey } from '../../../testing/operators/operators.ts';
import { FakePayments } from '../../../testing/payments/fakePayments.ts';
import { Renting } from '../../../testing/renting.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

let app: TestApp;
let rider: Rider;
let order: string;
beforeAll(async () => {
  app = await startTestApp({ payments: new FakePayments(), env: { OPERATOR_KEY: serverKey } });
  registerOrderJobs(app.deps);
  const renting = await Renting.at(app);
  rider = await signUp(app);
  order = (await renting.rent(rider, await renting.addCard(rider), 90)).number;
});
afterAll(() => app.close());

const why = ['--why', 'a call', '--as', 'sue'];
function run(...args: string[]) {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  return captureOutput((output) => runCommand(args, ops, { ...output, settings }));
}

test('support finds a rider, reads the time line, and shows the contact @slow', async () => {
  const { number } = { number: rider.user.id };
  const masked = `${number}  +1 ••• ••${rider.phone.slice(-2)}  en  since `;
  for (const wanted of [
    ['--phone', rider.phone],
    ['--order', order],
    ['--rider', number],
  ]) {
    const { out } = await run('riders', 'find', ...wanted, '--as', 'sue');
    expect(out.startsWith(masked)).toBe(true);
    expect(out).toContain('  GoCash ');
  }
  expect((await run('riders', 'show', number, '--as', 'sue')).out).toContain('visa 4242');
  const line = (await run('riders', 'time-line', number, '--as', 'sue')).out;
  expect(line).toContain(`order ${order}`);
  expect((await run('riders', 'unmask', number, ...why)).out).toContain(rider.phone);
  expect((await run('riders', 'export', number, ...why)).out).toContain(rider.phone);
});

test('support blocks and credits a rider, and refunds an order @slow', async () => {
  const { id } = rider.user;
  const what = ['--what', 'account,phone'];
  expect((await run('riders', 'block', id, ...what, ...why)).out).toContain('phone blocked by sue');
  expect((await run('riders', 'unblock', id, ...what, ...why)).out).not.toContain('blocked');
  expect((await run('riders', 'block-phone', '+12125550123', ...why)).out).toBe(
    'The phone is blocked.\n',
  );
  expect((await run('riders', 'unblock-phone', '+12125550123', ...why)).out).toBe(
    'The phone is free.\n',
  );
  expect((await run('riders', 'credit', id, '--amount', '500', ...why)).out).toMatch(
    new RegExp(`^Rider ${id} has .*5\\.00.* GoCash\\.\\n$`),
  );
  expect((await run('refunds', 'order', order, '--amount', '100', ...why)).out).toMatch(
    new RegExp(`^${order}: .*1\\.00.* \\(case C-`),
  );
  const above = await run('refunds', 'order', order, '--amount', '1000000', ...why);
  expect(above).toMatchObject({ code: 1, out: '' });
});

test.each([
  [['riders', 'find'], 'find needs --phone'],
  [['riders', 'show'], 'show takes the number of one rider.'],
  [['riders', 'block', '12345678', '--what', 'shoe', '--why', 'now'], '--what is a list'],
  [['riders', 'credit', '12345678', '--amount', 'much', '--why', 'now'], '--amount is missing'],
  [['refunds', 'order', 'R-1', '--amount', '0', '--why', 'now'], '--amount is a whole number'],
  [['riders', 'unmask', '12345678'], '--why is missing'],
])('%j is refused with a reason', async (args, said) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(said);
});
