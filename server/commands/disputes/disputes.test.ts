import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPath, paths } from '../../../contract/paths.ts';
import { registerOrderJobs } from '../../composition.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { FakePayments } from '../../testing/payments/fakePayments.ts';
import { Renting } from '../../testing/renting.ts';
import { runCommand } from '../runCommand.ts';
import { disputes } from './disputes.ts';

const key = 'operators-key-of-the-tests-0123456789';
const notice = 'npm run disputes is now npm run ops -- cases, and the next version removes it.\n';
let app: TestApp;
let payments: FakePayments;
let renting: Renting;
beforeAll(async () => {
  payments = new FakePayments();
  app = await startTestApp({ payments, env: { OPERATOR_KEY: key } });
  registerOrderJobs(app.deps);
  renting = await Renting.at(app);
});
afterAll(() => app.close());

test('an operator lists disputes, and answers each dispute once @slow', async () => {
  const [first, second] = [await disputed('It stuck.'), await disputed('')];
  const list = await run('list');
  expect(list).toMatchObject({ code: 0, err: notice });
  expect(list.out).toMatch(new RegExp(`^C-\\S+  .*  dispute  rider .*  order ${first}  `));
  expect(list.out.indexOf(first)).toBeLessThan(list.out.indexOf(second));

  expect(await run('refund', first, '--amount', '301')).toMatchObject({
    code: 1,
    err: `${notice}Order ${first}: the refund must be from 1 to 300, not 301.\n`,
  });
  const given = await run('refund', first.toLowerCase(), '--amount', '100', '--as', 'Ada');
  expect(given).toEqual({ code: 0, out: `Order ${first}: USD 1.00 is refunded.\n`, err: notice });
  await renting.settle();
  expect(payments.netCapturedOf(first)).toBe(200);
  const again = await run('refund', first, '--amount', '100');
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('answered before') });
  expect((await run('refund', first, '--all')).code).toBe(0);
  expect(await run('reject', first)).toMatchObject({
    code: 1,
    err: expect.stringContaining('by Ada: refund 100 USD.'),
  });

  expect(await run('reject', second)).toMatchObject({
    code: 0,
    out: `Order ${second}: no refund.\n`,
  });
  expect((await run('list')).out).toBe('There are no such cases.\n');
  expect((await run('list', '--all')).out).toContain('refund 100 USD by Ada');
  await renting.settle();
  expect(payments.netCapturedOf(first)).toBe(200);
  const acts = await app.deps.db
    .selectFrom('operator_actions')
    .select(['action', 'why'])
    .orderBy('id')
    .execute();
  expect(acts).toEqual(
    [first, second].map(() => ({ action: 'case.close', why: 'decided with npm run disputes' })),
  );
});

test('the error message shows that an order has no dispute', async () => {
  expect(await run('reject', 'R-NONE-NONE')).toMatchObject({
    code: 1,
    err: `${notice}There is no dispute about order R-NONE-NONE.\n`,
  });
});

test.each([
  [[], 'A command is missing.'],
  [['forget'], 'There is no command forget.'],
  [['refund', 'R-1'], 'refund takes either --amount or --all.'],
  [['refund', 'R-1', '--amount', '1.50'], '--amount must be a whole number'],
  [['refund', 'R-1', '--amount', '-5'], '--amount'],
  [['refund', '--all'], 'Give the number of one order.'],
  [['reject', 'R-1', '--all'], 'reject takes no amount.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

async function disputed(note: string): Promise<string> {
  const rider = await signUp(app);
  const { id, number } = await renting.rent(rider, await renting.addCard(rider), 90);
  await app.call(fillPath(paths.dispute, { id }), {
    method: 'POST',
    session: rider.sessionId,
    key: randomUUID(),
    body: { reason: 'didNotComeOut', note },
  });
  return number;
}

function run(...args: string[]) {
  const context = {
    settings: { operator: { key, keyFile: '/nowhere', url: app.url } },
  };
  return captureOutput((streams) => runCommand(args, disputes, { ...context, ...streams }));
}
