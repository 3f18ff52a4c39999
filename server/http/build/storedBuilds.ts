import { createHash, randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

/** With three builds, a tab can stay open during two deploys, and still load files of its own build. */
const maxBuilds = 3;

/** The entry of a build: its files with hashed names, and when a server last started with this build. */
const Build = z.object({
  servedAt: z.iso.datetime(),
  files: z.array(
    z.string().refine((file) => file.startsWith('assets/') && !file.split('/').includes('..')),
  ),
});
type Build = z.infer<typeof Build>;

/** The folder of the files that `storeBuild` stored. Its structure is the same as that of `dist/`. */
export const storedFilesIn = (buildsDir: string) => path.join(buildsDir, 'files');

/**
 * Stores the hashed files of the build in `distDir`. Keeps the files of the last three builds with which servers
 * started, and deletes the other files of older builds. The server stores the files at its start, so it stores only
 * builds that riders may have open. Because the files are stored, a new build may empty `distDir`.
 *
 * Several servers may share the folder. So a build is listed before its files are stored, each file appears in one
 * step, and only files of listed builds are ever deleted.
 */
export async function storeBuild(distDir: string, buildsDir: string, now: Date): Promise<void> {
  const files = await hashedFiles(distDir);
  if (files.length === 0) return;
  await mkdir(buildsDir, { recursive: true });
  // Two builds with the same file names are the same build, because the names contain hashes of the content.
  const id = createHash('sha256').update(files.join('\n')).digest('hex').slice(0, 16);
  await list(buildsDir, id, { servedAt: now.toISOString(), files });
  const target = storedFilesIn(buildsDir);
  const present = new Set(await hashedFiles(target));
  for (const file of files.filter((one) => !present.has(one))) {
    await linkOrCopy(path.join(distDir, file), path.join(target, file));
  }
  await dropOld(buildsDir, id);
}

/** The paths of the files whose content never changes, with slashes, relative to `folder`. */
async function hashedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'assets'), {
    recursive: true,
    withFileTypes: true,
  }).catch(absent);
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}

async function list(buildsDir: string, id: string, build: Build): Promise<void> {
  const part = path.join(buildsDir, `${randomUUID()}.part`);
  await writeFile(part, JSON.stringify(build));
  await rename(part, path.join(buildsDir, `${id}.json`));
}

/**
 * Creates a hard link, because a link needs no disk space. Copies the file if a link is not possible, for example on
 * another disk. Does nothing if `to` already exists. A later build does not change the content of the link, because
 * builds create new files and do not edit old ones.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    const part = `${to}.${randomUUID()}.part`;
    await copyFile(from, part);
    await rename(part, to);
  }
}

async function dropOld(buildsDir: string, present: string): Promise<void> {
  const builds = (await listed(buildsDir)).toSorted(
    (a, b) =>
      Number(b.id === present) - Number(a.id === present) ||
      b.build.servedAt.localeCompare(a.build.servedAt),
  );
  const remaining = new Set(builds.slice(0, maxBuilds).flatMap(({ build }) => build.files));
  for (const { id, build } of builds.slice(maxBuilds)) {
    for (const file of build.files.filter((one) => !remaining.has(one))) {
      await rm(path.join(storedFilesIn(buildsDir), file), { force: true });
    }
    await rm(path.join(buildsDir, `${id}.json`), { force: true });
  }
}

async function listed(buildsDir: string): Promise<{ id: string; build: Build }[]> {
  const names = (await readdir(buildsDir)).filter((name) => name.endsWith('.json'));
  const builds = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(buildsDir, name), 'utf8').catch(absent);
      const build = text === null ? undefined : Build.safeParse(parse(text)).data;
      return build ? [{ id: path.basename(name, '.json'), build }] : [];
    }),
  );
  return builds.flat();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // No server wrote this list. It is ignored, so that no files are deleted because of it.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Returns null for a missing file or folder. It is missing at the first start, or if another server
 * deleted it.
 */
function absent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null;
}
