import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { runSideBySide } from '../sideBySide.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'side-by-side-'));
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * Returns the arguments of a program that writes its process id and then runs until a signal ends
 * it.
 */
const runs = (name: string) => [
  '-e',
  `fs.writeFileSync(${JSON.stringify(join(folder, name))}, String(process.pid)); setInterval(() => {}, 1000)`,
];
const pidOf = async (name: string) => Number(await readFile(join(folder, name), 'utf8'));
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const waitOptions = { timeout: 20_000, interval: 50 };
const starts = (name: string, before = 0) =>
  vi.waitFor(async () => {
    const pid = await pidOf(name);
    expect(pid).toBeGreaterThan(0);
    expect(pid).not.toBe(before);
    return pid;
  }, waitOptions);

function start(programs: Record<string, string[]>, pausesMs?: number[]) {
  const side = runSideBySide(programs, pausesMs && { pausesMs });
  onTestFinished(async () => {
    side.stop();
    await side.ended;
  });
  return side;
}

test('a killed program is restarted, and the other program continues @slow', async () => {
  const { stop, ended } = start({ first: runs('a1'), second: runs('a2') }, [0]);
  const [first, second] = [await starts('a1'), await starts('a2')];
  process.kill(first, 'SIGKILL');
  const again = await starts('a1', first);
  expect(isAlive(second)).toBe(true);
  expect(await pidOf('a2')).toBe(second);
  stop();
  expect(await ended).toBe(0);
  expect([again, second].filter(isAlive)).toEqual([]);
});

test('a program that ends by itself stops the other program, and its exit code is the result', async () => {
  const { ended } = start({ fails: ['-e', 'process.exitCode = 3'], runs: runs('b') });
  expect(await ended).toBe(3);
});

test('a program that is killed repeatedly stops all programs @slow', async () => {
  const dies = ['-e', `process.kill(process.pid, 'SIGKILL')`];
  const { ended } = start({ dies, runs: runs('c') }, [0, 0]);
  expect(await ended).toBe(1);
  await expect(pidOf('c').then(isAlive, () => false)).resolves.toBe(false);
});
