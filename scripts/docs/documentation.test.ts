import { glob, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Environment } from '../../server/settings/settings.ts';
import { variableGroups } from '../../server/settings/meanings.ts';
import { schemaDefault, withTables } from './configurationTables.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFile(join(root, path), 'utf8');
const notOurs = /(^|\/)(node_modules|\.git|\.data|dist|test-results)$/;
async function list(pattern: string): Promise<string[]> {
  const found: string[] = [];
  const exclude = (path: string) => notOurs.test(path);
  for await (const path of glob(pattern, { cwd: root, exclude })) found.push(path);
  return found;
}

const pages = [...(await list('*.md')), ...(await list('docs/**/*.md'))].toSorted();
const files = [...(await list('**/*')), ...(await list('.*'))];
const documented = variableGroups.flatMap(({ variables }) => Object.keys(variables));
/** Folders that the build or the server generates, so the repository does not contain them. */
const generated = new Set(['dist/', '.data/']);

const withoutBlocks = (page: string) => page.replaceAll(/^```[\s\S]*?^```$/gm, '');
const escaped = (text: string) => text.replaceAll(/[.+?^$()[\]\\|]/g, String.raw`\$&`);

/**
 * Converts a path to a pattern. `server/modules/<module>/*.ts` and `{routes,service}.ts` match any
 * fitting file.
 */
function patternOf(path: string): RegExp {
  const source = escaped(path.replace(/\/$/, ''))
    .replaceAll(/<[^>]+>|\*/g, '[^/]+')
    .replaceAll(/\{([^}]+)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`);
  return new RegExp(path.includes('/') ? `^${source}$` : `(^|/)${source}$`);
}

/** Returns the anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}

function pathsIn(page: string): string[] {
  const quoted = [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
  const isPath = /^[\w.@][\w.@{},<>*/-]*$/;
  const isFile = /\.(ts|tsx|mjs|cjs|md|css|html|svg|sql)$|\/[^/]+\.json$|^package\.json$/;
  const isFolder = /^[\w<>.-]+(\/[\w<>{},.-]+)*\/$/;
  return quoted.filter((text) => isPath.test(text) && (isFile.test(text) || isFolder.test(text)));
}

function linksIn(page: string): string[] {
  const targets = [...withoutBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => to);
  return targets.filter((to) => !/^[a-z]+:/.test(to));
}

async function leadsSomewhere(from: string, target: string): Promise<boolean> {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? from : posix.join(posix.dirname(from), path);
  if (path !== '' && !files.includes(file.replace(/\/$/, ''))) return false;
  if (anchor === undefined) return true;
  const headings = [...withoutBlocks(await read(file)).matchAll(/^#+ (.+)$/gm)];
  return headings.some(([, heading = '']) => anchorOf(heading) === anchor);
}

test('each environment variable of the server has a description, and each description has a variable', () => {
  expect(documented.toSorted()).toEqual(Object.keys(Environment.shape).toSorted());
});

test('docs/configuration.md equals the output of `npm run docs:configuration`', async () => {
  const page = await read('docs/configuration.md');
  expect(page).toBe(withTables(page));
});

test('a default that is written by hand equals the default of the schema', () => {
  const written = variableGroups
    .flatMap(({ variables }) => Object.entries(variables))
    .flatMap(([name, { default: text = '' }]) => {
      const value = /^`([^`]+)`$/.exec(text)?.[1];
      return value === undefined || schemaDefault(name) === undefined ? [] : [{ name, value }];
    })
    .filter(({ name }) => name !== 'DIST_DIR');
  expect(written.length).toBeGreaterThan(2);
  for (const { name, value } of written) {
    const parsed = Environment.partial().parse({ [name]: value });
    expect(parsed, name).toHaveProperty(name, schemaDefault(name));
  }
});

test.each(pages)('%s names only files and folders that exist', async (name) => {
  const missing = pathsIn(await read(name)).filter((path) => {
    if (generated.has(path)) return false;
    const pattern = patternOf(path);
    return !files.some((file) => pattern.test(file));
  });
  expect(missing).toEqual([]);
});

test('each control in docs/security.md names an existing file with a test', async () => {
  const page = await read('docs/security.md');
  const table = /^## Threats and controls$([\s\S]*?)^## /m.exec(page)?.[1] ?? '';
  const rows = table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2);
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) {
    const file = row.split('|')[3]?.replaceAll('`', '').trim();
    expect(file, row).toMatch(/\.(?:test|spec)\.tsx?$/);
    expect(files, row).toContain(file);
  }
});

test.each(pages)('%s links only to pages and headings that exist', async (name) => {
  const broken: string[] = [];
  for (const link of linksIn(await read(name))) {
    if (!(await leadsSomewhere(name, link))) broken.push(link);
  }
  expect(broken).toEqual([]);
});

test.each(pages)('%s names only commands that package.json has', async (name) => {
  const Package = z.object({ scripts: z.record(z.string(), z.string()) });
  const { scripts } = Package.parse(JSON.parse(await read('package.json')));
  const commands = [...(await read(name)).matchAll(/npm run (?:--silent )?([a-z][\w:]*)/g)];
  expect(commands.map(([, command = '']) => command).filter((it) => !(it in scripts))).toEqual([]);
});
