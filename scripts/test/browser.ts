import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * Returns the path of Chromium: the value of `CHROMIUM`, or else an installed Chromium or Chrome. Returns null if there
 * is none.
 */
export function findChromium(): string | null {
  const named = process.env['CHROMIUM'];
  if (named) return named;
  const applications = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ];
  return [...candidates(names), ...applications].find(isExecutable) ?? null;
}

/**
 * Finds the headless shell of Chromium. The shell has the same engine and is faster, but it has no
 * windows and no notifications, and it cannot install apps.
 *
 * @returns the value of `CHROMIUM_HEADLESS_SHELL`, or else the shell on the path. Null if there is no shell, and also
 * if only `CHROMIUM` is set, because all tests then use the browser in `CHROMIUM`.
 */
export function findHeadlessShell(): string | null {
  const named = process.env['CHROMIUM_HEADLESS_SHELL'];
  if (named) return named;
  if (process.env['CHROMIUM']) return null;
  return candidates(shellNames).find(isExecutable) ?? null;
}

function candidates(executables: string[]): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  return folders.flatMap((folder) => executables.map((name) => join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs Debian's Chromium and its headless shell if this process runs as root and `apt-get` exists.
 *
 * @returns the path of Chromium; null if a person must install Chromium
 */
export function installChromium(): string | null {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (!isRootOnDebian) return null;
  console.log('Installing Chromium …');
  const install = ['install', '-y', '-qq', '--no-install-recommends'];
  if (!aptGet('update', '-qq') || !aptGet(...install, 'chromium')) return null;
  // Ignore a failure, because older releases of Debian do not have this package.
  aptGet(...install, 'chromium-headless-shell');
  return findChromium();
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync('apt-get', args, { stdio: 'inherit', env }).status === 0;
}
