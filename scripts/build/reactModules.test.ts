import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { reactFiles, toModule } from './reactModules.ts';

const require = createRequire(import.meta.url);

test.each([...reactFiles])(
  '%s has the same exports as an ES module and as CommonJS',
  (_name, file) => {
    const original: unknown = require(file);
    const module = toModule(readFileSync(file, 'utf8'), file);
    const names = [...module.matchAll(/\bexport_(\w+) as (\w+)/g)].map(([, , name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(Object(original))));
    expect(module).not.toMatch(/\brequire\(/);
  },
);

test('code in another format is rejected', () => {
  const convert = () => toModule('module.exports = { use() {} };', 'react.js');
  expect(convert).toThrow('react.js has another format');
  expect(() => toModule('exports.use = require("use").use;', 'react.js')).toThrow('react.js');
});
