import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { serverKey } from '../../testing/operators/operators.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { ops } from '../ops/ops.ts';
import { runCommand } from '../runCommand.ts';
import { ledger } from './ledger.ts';

let app: TestApp;
let world: RentalWorld;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  world = await RentalWorld.on(app.deps.db);
}, 300_000);
afterAll(() => app.close());

const context = () => ({
  settings: { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } },
});
function run(...args: string[]) {
  return captureOutput((streams) => runCommand(args, ledger, { ...context(), ...streams }));
}
function runOps(...args: string[]) {
  return captureOutput((streams) => runCommand(args, ops, { ...context(), ...streams }));
}

test('the command reports a correct ledger, and fails with one line for each difference', async () => {
  const rider = await world.addRider();
  await world.giveGoCash(rider, 500);
  const right = { code: 0, out: 'The ledger is correct: no difference.\n', err: '' };
  expect(await runOps('ledger', 'check')).toEqual(right);
  expect(await run('check')).toEqual({
    ...right,
    err: 'npm run ledger is now npm run ops -- ledger, and the next version removes it.\n',
  });

  await sql`update ledger_accounts set balance = 499 where balance = 500`.execute(app.deps.db);
  const account = `wallet:${rider.userId}:topUp:USD`;
  expect(await runOps('ledger', 'check')).toEqual({
    code: 1,
    out: `${account} has 499 but 500 is booked\n${account} has 499 but 500 was moved\n`,
    err: '2 differences.\n',
  });
});

test('an unknown command shows the list of commands', async () => {
  expect(await run('--help')).toMatchObject({ code: 0, err: '' });
  expect(await run()).toMatchObject({ code: 2, out: '' });
  const wrong = await run('chekc');
  expect(wrong).toMatchObject({ code: 2, out: '' });
  expect(wrong.err).toContain('There is no command chekc.');
});
