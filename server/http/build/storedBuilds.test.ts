import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../time/clock.ts';
import { installCallLimits } from '../../testing/callLimits.ts';
import { installErrorHandler } from '../errorHandler.ts';
import { storeBuild, storedFilesIn } from './storedBuilds.ts';
import { readBuild, serveApp } from './staticFiles.ts';

let folder: string;
let distDir: string;
let buildsDir: string;
let day = 0;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'builds-'));
  distDir = path.join(folder, 'dist');
  buildsDir = path.join(folder, 'data', 'builds');
  day = 0;
  return () => rm(folder, { recursive: true });
});

/** Empties the folder and writes a build into it, as the bundler does. */
async function build(...names: string[]): Promise<void> {
  await rm(distDir, { recursive: true, force: true });
  await mkdir(path.join(distDir, 'assets', 'online'), { recursive: true });
  await writeFile(path.join(distDir, 'index.html'), `<title>${names.join()}</title>`);
  await writeFile(path.join(distDir, 'sw.js'), '');
  for (const name of names) {
    const file = path.join(distDir, 'assets', 'online', name);
    await writeFile(file, `export const name = '${name}';`);
    await writeFile(`${file}.br`, brotliCompressSync(`export const name = '${name}';`));
  }
}

/** A server starts with the current build, a day after the previous start. */
const deploy = () => storeBuild(distDir, buildsDir, new Date(Date.UTC(2026, 10, ++day)));

async function serve(): Promise<(file: string) => Promise<Response>> {
  const app = fastify();
  onTestFinished(() => app.close());
  installErrorHandler(app);
  installCallLimits(app);
  await serveApp(app, {
    distDir,
    build: readBuild(distDir),
    storedFilesDir: storedFilesIn(buildsDir),
    serviceWorker: 'on',
    pageHeaders: () => '',
    now: () => systemClock.now(),
    onChange: () => undefined,
    shell: {
      keyOf: ({ url: at, headers }) => JSON.stringify([at, headers]),
      render: async (html) => html,
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return (file) => fetch(url + file, { headers: { 'accept-encoding': 'br' } });
}

const stored = async () =>
  (await readdir(path.join(storedFilesIn(buildsDir), 'assets/online'))).sort();

test('the files of the last three builds are served, but not older files', async () => {
  for (const name of ['one.js', 'two.js', 'three.js', 'four.js']) {
    await build('same.js', name);
    await deploy();
  }
  const ask = await serve();
  for (const name of ['same.js', 'two.js', 'three.js', 'four.js']) {
    const response = await ask(`/assets/online/${name}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toContain(name);
  }
  const gone = await ask('/assets/online/one.js');
  expect(gone.status).toBe(404);
  expect(gone.headers.get('cache-control')).toBe('no-store');
  expect(gone.headers.get('content-type')).toContain('json');
  expect(await stored()).not.toContain('one.js.br');
});

test('a running server can still serve its files while the next build empties the folder', async () => {
  await build('one.js');
  await deploy();
  const ask = await serve();
  await build('two.js');
  expect((await ask('/assets/online/one.js')).status).toBe(200);
  await rm(distDir, { recursive: true });
  expect((await ask('/assets/online/one.js')).status).toBe(200);
  expect((await ask('/assets/online/three.js')).status).toBe(404);
});

test('a repeated build, and a build that was never served, do not count among the last builds', async () => {
  await build('one.js');
  await deploy();
  for (let restart = 0; restart < 5; restart++) {
    await build('two.js');
    await deploy();
  }
  await build('broken.js');
  await build('three.js');
  await deploy();
  expect(await stored()).toEqual(
    ['one.js', 'two.js', 'three.js'].flatMap((name) => [name, `${name}.br`]).sort(),
  );
});

test('a build that is deployed again counts as the newest build', async () => {
  for (const name of ['one.js', 'two.js', 'three.js', 'one.js', 'four.js']) {
    await build(name);
    await deploy();
  }
  expect((await stored()).filter((name) => name.endsWith('.js'))).toEqual([
    'four.js',
    'one.js',
    'three.js',
  ]);
});

test('the current build stays, even if a wrong clock dated other builds later', async () => {
  day = 20;
  for (const name of ['one.js', 'two.js', 'three.js']) {
    await build(name);
    await deploy();
  }
  day = 0;
  await build('four.js');
  await deploy();
  expect(await stored()).toContain('four.js');
});

test('servers that start at the same time on one folder lose nothing', async () => {
  const servers = ['one.js', 'two.js', 'three.js'].map(async (name) => {
    const own = path.join(folder, name);
    await mkdir(path.join(own, 'assets', 'online'), { recursive: true });
    await writeFile(path.join(own, 'assets', 'online', name), '');
    await writeFile(path.join(own, 'assets', 'online', 'same.js'), '');
    await storeBuild(own, buildsDir, new Date());
  });
  await Promise.all(servers);
  expect(await stored()).toEqual(['one.js', 'same.js', 'three.js', 'two.js']);
});

test('files that do not belong to a build stay', async () => {
  await build('one.js');
  await mkdir(buildsDir, { recursive: true });
  await writeFile(path.join(buildsDir, 'broken.json'), '{"servedAt"');
  const strange = { servedAt: '2020-01-01T00:00:00.000Z', files: ['assets/../../../precious'] };
  await writeFile(path.join(buildsDir, 'strange.json'), JSON.stringify(strange));
  await mkdir(path.join(folder, 'data'), { recursive: true });
  await writeFile(path.join(folder, 'data', 'precious'), '');
  for (let count = 0; count < 5; count++) {
    await build(`${count}.js`);
    await deploy();
  }
  expect(await readdir(path.join(folder, 'data'))).toContain('precious');
  expect(await readdir(buildsDir)).toContain('broken.json');
});
