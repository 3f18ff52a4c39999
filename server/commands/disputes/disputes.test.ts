import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../db/database.ts';
import { openDispute } from '../../modules/orders/openDispute.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { transact } from '../../unitOfWork.ts';
import { runCommand } from '../runCommand.ts';
import { disputes } from './disputes.ts';

let database: OpenDatabase;
let world: RentalWorld;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
  world = new RentalWorld(database.db);
});
afterAll(() => database.close());

test('an operator reads disputes, and answers each dispute once', async () => {
  const [first, second] = [await disputed('It stuck.\u001B[2J'), await disputed('')];
  const list = await run('list');
  expect(list.out).toContain(`${first}  2026-11-02 `);
  expect(list.out).toContain('didNotComeOut  order complete  bill USD 3.00  kept USD 3.00');
  expect(list.out).toContain('    It stuck. [2J\n');
  expect(list.out.indexOf(first)).toBeLessThan(list.out.indexOf(second));

  expect(await run('refund', first, '--amount', '301')).toMatchObject({
    code: 1,
    err: `Order ${first}: the refund must be from 1 to 300, not 301.\n`,
  });
  const given = await run('refund', first.toLowerCase(), '--amount', '100');
  expect(given).toMatchObject({ code: 0, out: `Order ${first}: USD 1.00 is refunded.\n` });
  // The command only records the refund; the server makes it.
  await world.settle();
  expect(world.payments.netCapturedOf(first)).toBe(200);
  const again = await run('refund', first, '--amount', '100');
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining('answered before') });
  expect((await run('refund', first, '--all')).code).toBe(0);
  expect((await run('reject', first)).code).toBe(1);

  expect(await run('reject', second)).toMatchObject({
    code: 0,
    out: `Order ${second}: no refund.\n`,
  });
  expect((await run('list')).out).toBe('There are no unanswered disputes.\n');
  expect((await run('list', '--all')).out).toContain('refunded USD 1.00');
  await world.settle();
  expect(world.payments.netCapturedOf(first)).toBe(200);
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
  const cabinet = await world.addCabinet([`charger-${Math.random()}`, null]);
  const charger = [...cabinet.slots.values()].find((held) => held !== null) ?? '';
  const rider = await world.addRider();
  const id = await world.start(rider, cabinet);
  await world.settle();
  await world.pass(90 * 60);
  cabinet.push(charger);
  await world.settle();
  await transact(world.deps, (work) =>
    openDispute(work, rider.userId, id, { reason: 'didNotComeOut', note }),
  );
  return (await world.rental(id)).number;
}

function run(...args: string[]) {
  const context = {
    settings: { databaseUrl: null },
    open: async () => ({ db: database.db, close: async () => undefined }),
    clock: world.clock,
  };
  return captureOutput((streams) => runCommand(args, disputes, { ...context, ...streams }));
}
