import { expect, test } from 'vitest';
import { writtenPostalCode, postalProblem, postalRules } from './postalCode.ts';

test.each([
  ['US', '60601', null],
  ['US', ' 60601-1234 ', null],
  ['US', '６０６０１', null],
  ['US', '6060', 'wrong'],
  ['US', '', 'missing'],
  ['CA', 'k1a 0b1', null],
  ['GB', 'SW1A1AA', null],
  ['DE', '10115', null],
  ['BR', '0123456789012', 'wrong'],
  ['HK', '', null],
])('in %s, the code %j has the problem %j', (country, typed, problem) => {
  expect(postalProblem(country, typed)).toBe(problem);
});

test('the keyboard type fits the characters of the code', () => {
  expect(postalRules('US')).toEqual({ needed: true, keyboard: 'numeric', zip: true });
  expect(postalRules('CA').keyboard).toBe('text');
  expect(postalRules('PA').zip).toBe(false);
});

test('a code is stored in plain capital letters, or not at all if the country has no codes', () => {
  expect(writtenPostalCode('CA', ' k1a ０b1 ')).toBe('K1A 0B1');
  expect(writtenPostalCode('HK', '999077')).toBe('');
});
