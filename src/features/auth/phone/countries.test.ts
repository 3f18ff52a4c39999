import { expect, test } from 'vitest';
import { listCountries, searchCountries } from './countries.ts';

const english = listCountries('en', 'US');
const names = (query: string, choices = english) =>
  searchCountries(choices, query).map(({ country }) => country);

test('the current country is first, and the others are in the alphabetical order of the language', () => {
  expect(english[0]?.country).toBe('US');
  expect(english[1]?.name).toBe('Afghanistan');
  const spanish = listCountries('es', null).map(({ name }) => name);
  expect(spanish.indexOf('Åland')).toBe(-1);
  expect(spanish).toEqual([...spanish].sort(new Intl.Collator('es').compare));
});

test('a country is found by its name in the active language or in English, without accents', () => {
  expect(names('mex')[0]).toBe('MX');
  expect(names('germany', listCountries('zh-CN', 'US'))).toContain('DE');
  expect(names('德国', listCountries('zh-CN', 'US'))).toEqual(['DE']);
  expect(names('peru', listCountries('es', 'US'))[0]).toBe('PE');
});

test.each([
  ['uk', 'GB'],
  ['usa', 'US'],
  ['uae', 'AE'],
  ['turkey', 'TR'],
  ['cote', 'CI'],
  ['ALAND', 'AX'],
  ['são tomé', 'ST'],
  ["cote d'i", 'CI'],
])('a country is found by a common name: %s', (query, country) => {
  expect(names(query)).toContain(country);
});

test('a country is found by its calling code followed by the area code', () => {
  expect(names('1242')).toContain('BS');
  expect(names('+52 55')).toEqual(['MX']);
});

test('a country is found by its ISO code or its calling code', () => {
  expect(names('gb')[0]).toBe('GB');
  expect(names('+86')).toEqual(['CN']);
  expect(names('0086')).toEqual(['CN']);
  expect(names('1').slice(0, 2)).toContain('US');
  expect(names('52')).toEqual(['MX']);
});

test('an unknown text finds nothing, and an empty search finds everything', () => {
  expect(names('xyzzy')).toEqual([]);
  expect(names('  ')).toHaveLength(english.length);
});
