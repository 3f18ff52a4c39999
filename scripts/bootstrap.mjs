// This file runs on Node 20.19 and later, before any package is installed. Therefore it uses only
// Node's built-in modules.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const modules = join(root, 'node_modules');
const bin = join(modules, '.bin');

/** The pinned Node version that runs everything after the packages are installed. */
export const pinnedNode = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');

/**
 * Returns the caller's environment, but removes the folders of `node_modules` from the PATH,
 * because the `node` in this project's folder disappears while packages are installed.
 */
function systemEnvironment() {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.includes(`node_modules`))
    .join(delimiter);
  return { ...process.env, PATH: path };
}

/** Returns an environment in which `node` is the pinned version. */
export function pinnedEnvironment() {
  return { ...process.env, PATH: bin + delimiter + (systemEnvironment().PATH ?? '') };
}

/**
 * Returns the process id of the parent and, if it can be read, of the grandparent. Both are needed,
 * because npm starts this script in a shell.
 */
function ancestors() {
  const { ppid } = process;
  if (process.platform !== 'linux') return String(ppid);
  try {
    return `${ppid} ${/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${ppid}/status`, 'utf8'))?.[1]}`;
  } catch {
    // The shell has already ended, so the grandparent is unknown.
    return String(ppid);
  }
}

const startedBy = ancestors();

/**
 * Calls `stop` when the process that started this process has ended. Signals are not enough: a
 * shell does not forward the signals that it receives, and npm cannot forward SIGKILL.
 *
 * @param {() => void} stop
 */
export function whenOrphaned(stop) {
  const timer = setInterval(() => {
    if (ancestors() === startedBy) return;
    // Call `stop` only once, because a second call has the effect of a second signal, which ends the programs at once.
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}

/**
 * Forwards termination signals to the child.
 *
 * @param {import('node:child_process').ChildProcess} child
 */
export function forwardSignals(child) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) {
    const forward = () => {
      // On Ctrl-C the terminal signals the whole process group, so the child has already received the signal.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    };
    process.on(signal, forward);
    child.once('exit', () => process.off(signal, forward));
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>} its exit code
 */
export function exitOf(child) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1));
    });
  });
}

/**
 * Runs a command in the project's folder with the input and output of this process.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, env = pinnedEnvironment()) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
  forwardSignals(child);
  return exitOf(child);
}

/**
 * @param {string} lockFile
 * @returns {Record<string, {version: string, optional?: boolean, devOptional?: boolean, link?: boolean}>}
 */
function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/**
 * Returns whether the pinned Node exists and the installed packages have the versions in the lock file. Optional
 * packages are ignored, because they depend on the platform.
 */
function isInstalled() {
  const installedLock = join(modules, '.package-lock.json');
  if (!existsSync(installedLock) || !existsSync(pinnedNode)) return false;
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const installed = packagesOf(installedLock);
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.devOptional ||
      entry.link ||
      installed[path]?.version === entry.version,
  );
}

/** Installs the packages of the lock file if some are missing or have another version. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing packages, about a minute …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // Do not use `npm ci`: it rejects a lock file that lacks the optional packages of other
  // platforms. This command installs the same versions and does not change the lock file. The build
  // needs the development packages, which npm omits if NODE_ENV is `production`.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--include=dev', '--no-save', ...quiet];
  const code = await run(npm, args, systemEnvironment());
  if (code !== 0 || !existsSync(pinnedNode)) {
    console.error(
      code === 0
        ? 'The packages are installed, but the pinned Node is missing. Check that npm runs install scripts (ignore-scripts).'
        : 'npm could not install the packages; see its message above.',
    );
    process.exit(code || 1);
  }
}

/** The files and folders from which the app is built. */
const buildInputs = [
  'contract',
  'index.html',
  'locales',
  'package-lock.json',
  'package.json',
  'public',
  'scripts/build',
  'src',
  'sw',
  'tsconfig.json',
  'vite.config.ts',
];
const buildStamp = join(modules, '.build-inputs');

function hashOfInputs() {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ path) => {
    hash.update(path).update(readFileSync(join(root, path)));
  };
  for (const input of buildInputs) {
    const absolute = join(root, input);
    if (!existsSync(absolute)) continue;
    const entries = input.includes('.')
      ? null
      : readdirSync(absolute, { recursive: true, withFileTypes: true });
    if (entries === null) {
      add(input);
      continue;
    }
    for (const path of entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
      .sort()) {
      add(path);
    }
  }
  return hash.digest('hex');
}

/**
 * Builds the app if `dist/` is missing, or if its inputs have changed since the last build.
 *
 * @returns {Promise<number>} the exit code of the build; 0 if `dist/` is up to date
 */
export async function ensureBuilt() {
  const inputs = hashOfInputs();
  const isFresh =
    existsSync(join(root, 'dist', 'index.html')) &&
    existsSync(buildStamp) &&
    readFileSync(buildStamp, 'utf8') === inputs;
  if (isFresh) return 0;
  console.log('Building the app …');
  const vite = join(modules, 'vite', 'bin', 'vite.js');
  const build = spawn(pinnedNode, [vite, 'build'], {
    cwd: root,
    env: pinnedEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  forwardSignals(build);
  /** @type {Buffer[]} */
  const output = [];
  build.stdout.on('data', (chunk) => output.push(chunk));
  build.stderr.on('data', (chunk) => output.push(chunk));
  const code = await exitOf(build);
  // Print the output only if the build failed.
  if (code !== 0) process.stderr.write(Buffer.concat(output));
  if (code === 0) writeFileSync(buildStamp, inputs);
  return code;
}
