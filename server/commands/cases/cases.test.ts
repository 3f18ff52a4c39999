import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NewReport } from '../../../contract/support.ts';
import { openOperatorKey } from '../../modules/operators/operatorKey.ts';
import { openReport } from '../../modules/support/openReport.ts';
import { signUp, startTestApp, type TestApp } from '../../testing/app.ts';
import { captureOutput } from '../../testing/captureOutput.ts';
import { transact } from '../../db/unitOfWork.ts';
import { ops } from '../ops/ops.ts';
import type { OpsContext } from '../ops/opsClient.ts';
import { runCommand, type Program } from '../runCommand.ts';
import { cases } from './cases.ts';

let app: TestApp;
let folder: string;
let keyFile: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'desk-'));
  keyFile = path.join(folder, 'keys', 'operator-key');
  const key = await openOperatorKey({ key: null, keyFile, url: '' });
  app = await startTestApp({ env: { OPERATOR_KEY: key } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('the key is in a file that only its user can read, and stays the same', async () => {
  const first = await openOperatorKey({ key: null, keyFile, url: '' });
  expect(first).toMatch(/^[\w-]{43}$/);
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
  expect(await openOperatorKey({ key: null, keyFile, url: '' })).toBe(first);
});

test('an operator reads, assigns, answers and closes a case of the running server', async () => {
  expect((await run('list')).out).toBe('There are no such cases.\n');
  const { userId } = await signUp(app);
  const { number } = await transact(app.deps, (work) =>
    openReport(
      work,
      userId,
      NewReport.parse({ kind: 'cannotReturn', note: 'Full.\u001B[2J\nHelp' }),
    ),
  );
  expect((await run('list')).out).toMatch(
    new RegExp(`^${number}  20.{14}  open  due 20.{14}  report  rider \\d+ \\(en\\)`),
  );
  expect((await run('list', '--overdue')).out).toBe('There are no such cases.\n');
  const shown = await run('show', number.toLowerCase());
  expect(shown.out).toContain('words     Full. [2J Help\n');
  expect(shown.out).toContain(
    'outcomes  refund, waive, endRental, resume, holdBack, release, none',
  );
  expect(shown.out).toContain('case opened');

  expect((await run('assign', number, '--to', 'bob')).out).toContain('assigned to bob');
  expect((await run('answer', number, '--text', 'We look at it.')).out).toContain(
    'waits for the rider',
  );
  const close = ['close', number, '--outcome', 'none', '--why', 'repaired', '--as', 'ada'];
  const closed = await run(...close, '--text', 'The station has room again.');
  expect(closed.out).toContain('none by ada');
  expect(closed.out).toContain('    > The station has room again.\n');
  expect(await run(...close)).toMatchObject({
    code: 1,
    err: expect.stringMatching(new RegExp(`^Case ${number} was closed at .* by ada: none\\.\n$`)),
  });
  expect((await run('list')).out).toBe('There are no such cases.\n');
  expect((await run('list', '--state', 'all')).out).toContain(number);
  expect((await runOps('cases', 'list', '--state', 'closed')).out).toContain(number);
  expect(JSON.parse((await run('show', number, '--json')).out)).toMatchObject({ number });
});

test('the error message explains a wrong key and a server that does not run @slow', async () => {
  const { url } = app;
  expect(await run('show', 'C-NONE-NONE')).toMatchObject({
    code: 1,
    err: 'There is no case C-NONE-NONE.\n',
  });
  expect((await run('open', 'R-NONE-NONE', '--why', 'a call')).err).toBe(
    'There is no order R-NONE-NONE.\n',
  );
  expect((await run('open', 't-none-none', '--why', 'a call')).err).toBe(
    'There is no top-up T-NONE-NONE.\n',
  );
  const wrong = { key: 'x'.repeat(43), keyFile, url };
  expect((await runWith(wrong, cases, ['list'])).err).toContain('missing or wrong');
  const none = { key: null, keyFile: path.join(folder, 'none'), url };
  expect((await runWith(none, cases, ['list'])).err).toContain('There is no key in');
  const gone = { key: null, keyFile, url: 'http://127.0.0.1:9' };
  expect((await runWith(gone, cases, ['list'])).err).toMatch(
    /^The server does not answer at http:\/\/127\.0\.0\.1:9 \(.+\)\. Is it running\?\n$/,
  );
});

test('the name of an operator may have letters of every script, and no other signs', async () => {
  const { userId } = await signUp(app);
  const report = NewReport.parse({ kind: 'other', note: '' });
  const { number } = await transact(app.deps, (work) => openReport(work, userId, report));
  const close = ['close', number, '--outcome', 'none', '--why', 'seen', '--as'];
  for (const name of ['50%', '%zz', 'a\u0000b', 'ada\r\nx: y']) {
    const { code, err } = await run(...close, name);
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The header x-operator must name the operator.\n',
    });
  }
  expect((await run(...close, '王小明')).out).toContain('none by 王小明');
});

test('if a server accepts the call but does not answer, the error message contains the reason @slow', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const { err } = await runWith({ key: null, keyFile, url }, cases, ['list'], 50);
  silent.close();
  expect(err).toContain(`The server does not answer at ${url}`);
  expect(err).toContain('timeout');
});

test.each([
  [[], 'A command is missing.'],
  [['forget'], 'There is no command forget.'],
  [['list', 'C-1'], 'list takes only options.'],
  [['list', '--state', 'lost'], '--state is open, waiting, closed or all.'],
  [['show'], 'show takes one case.'],
  [['open', 'R-1'], '--why is missing or invalid.'],
  [['assign', 'C-1'], 'assign takes either --to or --nobody.'],
  [['answer', '--text', 'Hello'], 'answer takes one case.'],
  [['answer', 'C-1'], '--text is missing or invalid.'],
  [['answer', 'C-1', '--text', 'a\u001B[2J'], '--text is missing or invalid.'],
  [['wait', 'C-1', '--for', 'godot', '--why', 'a'], '--waits-for is missing or invalid.'],
  [['close', 'C-1', '--why', 'a'], '--outcome is missing or invalid.'],
  [['close', 'C-1', '--outcome', 'refund', '--why', 'a'], '--amount is missing or invalid.'],
  [
    ['close', 'C-1', '--outcome', 'refund', '--amount', '0', '--why', 'a'],
    '--amount is missing or invalid.',
  ],
  [['close', 'C-1', '--outcome', 'none'], '--why is missing or invalid.'],
])('%j is not a command', async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err.startsWith(message)).toBe(true);
});

const run = (...args: string[]) => runWith({ key: null, keyFile, url: app.url }, cases, args);
const runOps = (...args: string[]) => runWith({ key: null, keyFile, url: app.url }, ops, args);

function runWith(
  operator: { key: string | null; keyFile: string; url: string },
  program: Program<OpsContext>,
  args: string[],
  answerWithinMs?: number,
) {
  return captureOutput((output) =>
    runCommand(args, program, {
      ...output,
      settings: { operator },
      ...(answerWithinMs !== undefined && { answerWithinMs }),
    }),
  );
}
