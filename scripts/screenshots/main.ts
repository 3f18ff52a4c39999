import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureBuilt } from '../bootstrap.mjs';
import { sheetsOf, type Sheet, writeSheet } from './sheets.ts';

/**
 * Takes pictures of all screens in each language, theme and size, and arranges them in sheets. With a word as an
 * argument, takes only the screens whose names contain this word.
 */
const folder = 'screenshots';
const pictures = path.join(folder, 'pictures');

async function takePictures(wanted: string[]): Promise<boolean> {
  const filter = wanted.length === 0 ? [] : ['--grep', wanted.join(' ')];
  const child = spawn(
    path.join('node_modules', '.bin', 'playwright'),
    ['test', '--config=e2e', 'e2e/screens', ...filter],
    { stdio: 'inherit', env: { ...process.env, TEST_SCOPE: 'all', SCREENSHOTS: pictures } },
  );
  const [code]: unknown[] = await once(child, 'exit');
  return code === 0;
}

const indexOf = (sheets: readonly Sheet[]) => `<!doctype html>
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 16px system-ui; margin: 1rem }
  img { border: 1px solid #999; max-width: 100% }
</style>
${sheets
  .map(({ name }) => `<h2>${name}</h2>\n<img loading="lazy" alt="" src="${name}.png">`)
  .join('\n')}
`;

await rm(folder, { recursive: true, force: true });
await mkdir(pictures, { recursive: true });
if ((await ensureBuilt()) !== 0) process.exit(1);
const areComplete = await takePictures(process.argv.slice(2));
const sheets = sheetsOf(await readdir(pictures));
for (const sheet of sheets) await writeSheet(sheet, pictures, folder);
await writeFile(path.join(folder, 'index.html'), indexOf(sheets));
console.log(`${sheets.length} sheets are in ${folder}/. Open ${folder}/index.html.`);
if (!areComplete) {
  console.error('Some screens are missing, see above.');
  process.exit(1);
}
