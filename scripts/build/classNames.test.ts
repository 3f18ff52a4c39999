import { globSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { classNames } from './classNames.ts';

const sheets = globSync('src/**/*.module.css').map((sheet) => path.resolve(sheet));

test('the same class name in two style sheets gets two names, which are the same in each build', () => {
  const nameOf = classNames();
  const names = sheets.map((sheet) => nameOf('row', sheet));
  expect(new Set(names).size).toBe(sheets.length);
  const again = classNames();
  expect(sheets.toReversed().map((sheet) => again('row', sheet))).toEqual(names.toReversed());
});

test('a class name in a style sheet that is created later gets a new name', () => {
  const nameOf = classNames();
  const created = nameOf('row', path.resolve('src/created.module.css'));
  expect(sheets.map((sheet) => nameOf('row', sheet))).not.toContain(created);
  expect(nameOf('row', path.resolve('src/created.module.css'))).toBe(created);
});
