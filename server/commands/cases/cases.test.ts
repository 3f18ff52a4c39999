import { afterAll, beforeAll, expect, test } from 'vitest';
import { NewReport } from '../../../contract/support.ts';
import type { OpenDatabase } from '../../db/database.ts';
import { openReport } from '../../modules/support/openReport.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { RentalWorld } from '../../testing/rentalWorld.ts';
import { transact } from '../../unitOfWork.ts';
import { runCommand } from '../runCommand.ts';
import { cases } from './cases.ts';

let database: OpenDatabase;
let world: RentalWorld;
beforeAll(async () => {
  database = await createTestDatabase('pglite');
  world = new RentalWorld(database.db);
});
afterAll(() => database.close());

test('an operator reads reports, and answers each report once', async () => {
  expect((await run('list')).out).toBe('There are no unanswered cases.\n');
  const { userId } = await world.addRider();
  const { number } = await transact(world.deps, (work) =>
    openReport(
      work,
      userId,
      NewReport.parse({ kind: 'cannotReturn', note: 'Full.\u001B[2J\nHelp' }),
    ),
  );
  const { out } = await run('list');
  expect(out).toContain(`${number}  2026-`);
  expect(out).toContain('open  cannotReturn  rider ');
  expect(out).toContain('    Full. [2J Help\n');

  const answer = ['answer', number.toLowerCase(), '--text', 'The station has room again.'];
  expect(await run(...answer)).toEqual({
    code: 0,
    out: `Case ${number}: the rider is notified.\n`,
    err: '',
  });
  expect((await run(...answer)).out).toContain('the rider got this answer before');
  expect(await run('answer', number, '--text', 'No.')).toMatchObject({
    code: 1,
    err: `Case ${number} was answered already.\n`,
  });
  expect((await run('list')).out).toBe('There are no unanswered cases.\n');
  expect((await run('list', '--all')).out).toContain('    > The station has room again.\n');
});

test.each([
  [[], 'A command is missing.'],
  [['forget'], 'There is no command forget.'],
  [['list', 'C-1'], 'list takes only --all.'],
  [['answer', '--text', 'Hello'], 'answer takes one case.'],
  [['answer', 'C-1'], '--text must be plain text'],
  [['answer', 'C-1', '--text', 'a\u001B[2J'], '--text must be plain text'],
  [['answer', 'C-1', '--text', ' '], '--text must be plain text'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

function run(...args: string[]) {
  const context = {
    settings: { databaseUrl: null },
    open: async () => ({ db: database.db, close: async () => undefined }),
    clock: world.clock,
  };
  return captureOutput((streams) => runCommand(args, cases, { ...context, ...streams }));
}
