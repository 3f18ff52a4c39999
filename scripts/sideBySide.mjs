import { spawn } from 'node:child_process';
import { pinnedEnvironment, pinnedNode, root } from './bootstrap.mjs';

/**
 * The pauses before the restarts of a killed process, in milliseconds. If the process is killed again after the last
 * restart, all processes end.
 */
const defaultPausesMs = [100, 1_000, 2_000, 4_000, 8_000];
/** If a process ran for longer than this time, in milliseconds, its restarts are counted from zero again. */
const steadyMs = 60_000;
/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs programs side by side. All programs end if one program ends by itself, if this process gets a signal, or if the
 * returned `stop` is called. A program that a signal killed is started again.
 *
 * @param {Record<string, string[]>} programs arguments for Node, by the name of the program
 * @param {{pausesMs?: number[]}} [options]
 * @returns {{stop: () => void, ended: Promise<number>}} `ended` is the exit code
 */
export function runSideBySide(programs, { pausesMs = defaultPausesMs } = {}) {
  /** @type {Map<string, import('node:child_process').ChildProcess>} */
  const running = new Map();
  /** @type {Set<NodeJS.Timeout>} */
  const pauses = new Set();
  /** @type {number | null} */
  let code = null;
  /** @type {(code: number) => void} */
  let resolveEnded;
  const ended = new Promise((/** @type {(code: number) => void} */ resolve) => {
    resolveEnded = resolve;
  });

  /** @type {(finalCode: number, signal?: NodeJS.Signals | null) => void} */
  const stop = (finalCode, signal = 'SIGTERM') => {
    code ??= finalCode;
    for (const pause of pauses) clearTimeout(pause);
    if (signal) for (const child of running.values()) child.kill(signal);
    endIfAllEnded();
  };
  const endIfAllEnded = () => {
    if (code === null || running.size > 0) return;
    for (const [signal, handler] of handlers) process.off(signal, handler);
    resolveEnded(code);
  };

  /** @type {(name: string, kills: number) => void} */
  const start = (name, kills) => {
    const startedAt = performance.now();
    const child = spawn(pinnedNode, programs[name] ?? [], {
      cwd: root,
      env: pinnedEnvironment(),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    });
    running.set(name, child);
    child.once('exit', (exitCode, signal) => {
      running.delete(name);
      if (code !== null) return endIfAllEnded();
      if (signal === null) return stop(exitCode ?? 1);
      const isSteady = performance.now() - startedAt > steadyMs;
      restart(name, isSteady ? 0 : kills, signal);
    });
  };
  /** @type {(name: string, kills: number, signal: NodeJS.Signals) => void} */
  const restart = (name, kills, signal) => {
    const pauseMs = pausesMs[kills];
    if (pauseMs === undefined) {
      console.error(`The ${name} was killed ${kills + 1} times (${signal}), so everything stops.`);
      return stop(1);
    }
    console.error(`The ${name} was killed (${signal}) and is started again.`);
    const pause = setTimeout(() => {
      pauses.delete(pause);
      start(name, kills + 1);
    }, pauseMs);
    pauses.add(pause);
  };

  const handlers = signals.map((signal) => {
    // On Ctrl-C the terminal signals the whole process group, so the programs have already received the signal.
    const hasArrived = signal === 'SIGINT' && process.stdin.isTTY;
    const handler = () => stop(0, hasArrived ? null : signal);
    process.on(signal, handler);
    return /** @type {const} */ ([signal, handler]);
  });
  for (const name of Object.keys(programs)) start(name, 0);
  return { stop: () => stop(0), ended };
}
