import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { captureOutput } from '../../../testing/captureOutput.ts';
import { Operators, serverKey } from '../../../testing/operators/operators.ts';
import { addStation } from '../../../testing/stations.ts';
import { runCommand } from '../../runCommand.ts';
import { ops } from '../ops.ts';

vi.setConfig({ testTimeout: 60_000 });

const why = 'the launch';
const one = 'PCJZK9H';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { OPERATOR_KEY: serverKey } });
  const operators = new Operators(app);
  for (const id of [one, 'SDXGB7K']) await addStation(app.deps.db, { id });
  await operators.call('regions', { id: 'north', name: 'The north', why });
  const venue = { name: 'City Mall', ownerName: 'Owner', region: 'north', why };
  await operators.call('venues', { id: 'city-mall', ...venue });
  await operators.call('chargers', { serials: ['PB-1', 'PB-2', 'QB-1'], why });
  for (const name of ['Ada', 'Ada Two']) await operators.add(name, 'support');
});
afterAll(() => app.close());

async function complete(words: readonly string[], url: string = app.url, key = serverKey) {
  const settings = { operator: { key, keyFile: '/nowhere', url } };
  const { code, out, err } = await captureOutput((output) =>
    runCommand(['__complete', ...words], ops, { ...output, settings }),
  );
  expect([code, err]).toEqual([0, '']);
  return out.split('\n').slice(0, -1);
}

test.each<[words: string[], found: string[]]>([
  [['sta'], ['statements', 'stations']],
  [
    ['stations', 'r'],
    ['resume', 'retire'],
  ],
  [
    ['stations', 'list', '--'],
    ['--as', '--help', '--json', '--region', '--state', '--venue'],
  ],
  [['stations', 'list', '--state', 'live', '--s'], []],
  [
    ['stations', 'list', '--state', ''],
    ['live', 'paused', 'retired'],
  ],
  [
    ['tickets', 'list', '--state', ''],
    ['done', 'onTheWay', 'open'],
  ],
  [['stations', 'import', ''], [':files']],
  [
    ['stations', 'show', ''],
    [one, 'SDXGB7K'],
  ],
  [['stations', 'show', 'P'], [one]],
  [['stations', 'show', one, ''], []],
  [['secrets', 'issue', 'P'], [one]],
  [['restocking', '--venue', ''], ['city-mall']],
  [
    ['chargers', 'hold-back', 'PB'],
    ['PB-1', 'PB-2'],
  ],
  [['chargers', 'recall', 'PB-1', '--why', 'hot', 'Q'], ['QB-1']],
  [['chargers', 'register', 'P'], []],
  [['shares', 'list', ''], ['city-mall']],
  [
    ['operators', 'roles', 'Ada', '--role', 'f'],
    ['field', 'finance'],
  ],
  [
    ['operators', 'block', 'A'],
    ['Ada', 'Ada Two'],
  ],
  [
    ['cases', 'assign', 'C-1', '--to', 'A'],
    ['Ada', 'Ada Two'],
  ],
  [['second-factor', 'check', ''], []],
  [['nothing', 'x'], []],
])('%j is completed with %j', async (words, found) => {
  expect(await complete(words)).toEqual(found);
});

test('without a server or a valid key, the completion offers areas, but no ids', async () => {
  for (const [url, key] of [
    ['http://127.0.0.1:1', serverKey],
    [app.url, 'x'.repeat(40)],
  ]) {
    expect(await complete(['stations', 'show', ''], url, key)).toEqual([]);
    expect(await complete(['rest'], url, key)).toEqual(['restocking']);
  }
});

const hasBash = spawnSync('bash', ['--version']).status === 0;

test.runIf(hasBash)('the script completes in bash @all', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'completion-'));
  const { out, code } = await captureOutput((output) =>
    runCommand(['completion', 'bash'], ops, {
      ...output,
      settings: { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } },
    }),
  );
  expect(code).toBe(0);
  await writeFile(path.join(folder, 'ops.bash'), out);
  const bash = async (program: string, words: readonly string[]) => {
    const child = spawn('bash', ['--norc', '-c', program, 'bash', ...words], {
      env: { ...process.env, FOLDER: folder, OPS_URL: app.url, OPERATOR_KEY: serverKey },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await once(child, 'close');
    return text;
  };
  const inBash = async (words: readonly string[]) => {
    const program = `cd "$FOLDER"; source ./ops.bash
      COMP_WORDS=(ops "$@"); COMP_CWORD=$#
      _ops_complete
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    return (await bash(program, words)).split('\n').filter(Boolean);
  };
  try {
    expect(await inBash(['stations', 'show', 'PC'])).toEqual([one]);
    // The shell escapes the space in a name, so that the name remains one word.
    expect(await inBash(['operators', 'block', 'Ada'])).toEqual(['Ada', 'Ada\\ Two']);
    expect(await inBash(['stations', 'import', 'ops'])).toEqual(['ops.bash']);
    // npm runs the command in the folder of the product. The completed file name is relative to the folder of the user.
    await writeFile(path.join(folder, 'serials.txt'), 'FILE-1\n');
    const words = ['chargers', 'register', '--file', 'serials.txt', '--why', 'a test'];
    const program = 'cd "$FOLDER"; source ./ops.bash; ops "$@"';
    expect(await bash(program, words)).toContain('1 ');
    expect(await complete(['chargers', 'show', 'FILE'])).toEqual(['FILE-1']);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('the completion command accepts only a known shell', async () => {
  const settings = { operator: { key: serverKey, keyFile: '/nowhere', url: app.url } };
  const run = (...args: string[]) =>
    captureOutput((output) => runCommand(['completion', ...args], ops, { ...output, settings }));
  expect((await run('fish')).err).toContain('completion takes bash or zsh.');
  expect((await run('zsh')).out).toContain('compdef _ops ops');
});
