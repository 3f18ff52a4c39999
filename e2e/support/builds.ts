import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const buildsFolder = join(root, 'node_modules', '.cache', 'second-builds');

/** A build of the app, and the version that its pages report. */
export interface Build {
  distDir: string;
  version: string;
}

/** The build that was made for these tests. */
export const firstBuild: Build = {
  distDir: process.env['DIST_DIR'] || join(root, 'dist'),
  version: packageJson.version,
};

/**
 * Builds the same sources with another version. The result is stored, so the build is repeated only
 * after the first build has changed.
 */
export async function makeSecondBuild(): Promise<Build> {
  const version = `${packageJson.version}1`;
  const page = await readFile(join(firstBuild.distDir, 'index.html'));
  const name = createHash('sha256').update(page).digest('hex').slice(0, 16);
  const distDir = join(buildsFolder, name);
  const build = { distDir, version };
  if (await exists(distDir)) return build;

  await removeOthers(name);
  const unfinished = ownFolder(distDir, 'unfinished');
  await promisify(execFile)(process.execPath, ['e2e/support/secondBuild.ts', unfinished], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', BUILD_VERSION: version },
  });
  try {
    await rename(unfinished, distDir);
  } catch (error) {
    // If the folder exists, another Playwright worker has already made this build.
    if (!(await exists(distDir))) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
  return build;
}

/** Removes the second builds that belong to other first builds. */
async function removeOthers(name: string): Promise<void> {
  const found = (await exists(buildsFolder)) ? await readdir(buildsFolder) : [];
  const others = found.filter((folder) => !folder.startsWith(name));
  await Promise.all(
    others.map((folder) => rm(join(buildsFolder, folder), { recursive: true, force: true })),
  );
}

/** Returns a folder that only this Playwright worker uses. */
const ownFolder = (distDir: string, use: string) =>
  join(buildsFolder, `${basename(distDir)}.${use}.${process.pid}`);

/** Copies a build, and lets its service worker need a file that does not exist. */
export async function makeBrokenBuild({ distDir, version }: Build): Promise<Build> {
  const broken = ownFolder(distDir, 'broken');
  await rm(broken, { recursive: true, force: true });
  await cp(distDir, broken, { recursive: true });
  const worker = join(broken, 'sw.js');
  const text = await readFile(worker, 'utf8');
  const [entry] = /\{[^{}]*"manifest\.webmanifest"[^{}]*\}/.exec(text) ?? [];
  if (entry === undefined) throw new Error('The worker lists no manifest');
  const missing = JSON.stringify({ revision: null, url: 'assets/gone-1.js' });
  await writeFile(worker, text.replace(entry, `${entry},${missing}`));
  // Remove the compressed copies, because they still contain the original text.
  const packed = (await readdir(broken)).filter((file) => file.startsWith('sw.js.'));
  await Promise.all(packed.map((file) => rm(join(broken, file))));
  return { distDir: broken, version };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
