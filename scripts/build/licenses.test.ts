import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, test } from 'vitest';
import { isLicenses } from '../../contract/rules/app/licenses.ts';
import { joinLines, licenses, packageFolder, readPackage } from './licenses.ts';

const installed = (name: string) =>
  fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));

test.each([
  ['/app/src/main.tsx', null],
  ['/app/node_modules/react/index.js', '/app/node_modules/react'],
  ['/app/node_modules/@a/b/dist/c.js?url', '/app/node_modules/@a/b'],
  ['/app/node_modules/a/node_modules/b/c.js', '/app/node_modules/a/node_modules/b'],
  ['\0commonjs-helpers', null],
])('the function finds the innermost package of %s, if there is one', (file, folder) => {
  expect(packageFolder(file)).toBe(folder);
});

test('a package has its version and the text of its license', () => {
  expect(readPackage(installed('leaflet'))).toMatchObject({
    name: 'leaflet',
    license: 'BSD-2-Clause',
    version: expect.stringMatching(/^\d+\.\d+/),
    text: expect.stringContaining('Agafonkin'),
  });
  expect(readPackage(installed('pmtiles')).text).toMatch(/^Copyright 2021 Protomaps LLC\n/);
});

test('the lines of a paragraph are joined, and headings, lists and copyrights keep their lines', () => {
  const text = `Some License
Copyright (c) 2026, Ana with a name that is as long as a line
Copyright (c) 2026, Bo

Permission is hereby granted, free of charge, to any person\r
obtaining a copy. The text of the license is available at:
https://example.com

-----------------------------------------------------------
CONDITIONS
    * Redistributions of source code must retain the notice
      above and this list.
    * Redistributions in binary form must reproduce the notice.
1) Neither the software nor any of its individual components
may be sold.`;
  expect(joinLines(text)).toBe(`Some License
Copyright (c) 2026, Ana with a name that is as long as a line
Copyright (c) 2026, Bo

Permission is hereby granted, free of charge, to any person obtaining a copy. The text of the license is available at:
https://example.com

-----------------------------------------------------------
CONDITIONS
    * Redistributions of source code must retain the notice above and this list.
    * Redistributions in binary form must reproduce the notice.
1) Neither the software nor any of its individual components may be sold.`);
});

test('a package has the text of its license with joined lines', () => {
  const { text } = readPackage(installed('workbox-core'));
  expect(text).toContain('THE USE OR OTHER DEALINGS IN THE SOFTWARE.');
});

test('a build lists the packages that it contains, including inlined files, and no other package @slow', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'licenses-'));
  const entry = '\0entry';
  const code = `
    import { feature } from 'topojson-client';
    import land from 'world-atlas/land-110m.json?raw';
    import 'leaflet';
    import { z } from 'zod';
    console.log(feature, land);`;
  const shipped = licenses();
  await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    publicDir: false,
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: 'entry' } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? entry : null),
        load: (id) => (id === entry ? code : null),
      },
      shipped.plugin(),
    ],
  });
  const list: unknown = JSON.parse(await readFile(join(outDir, 'licenses.json'), 'utf8'));
  if (!isLicenses(list)) throw new Error('not a list of licenses');
  const names = list.packages.map(({ name }) => name);
  expect(names).toEqual(['leaflet', 'topojson-client', 'world-atlas']);
  await rm(outDir, { recursive: true });
});
