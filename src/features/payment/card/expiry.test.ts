import { expect, test } from 'vitest';
import { expiryAt, expiryProblem, readExpiry, spaceExpiry } from './expiry.ts';

const now = new Date(2026, 10, 21).getTime();

test.each([
  ['11/26', { month: 11, year: 2026 }],
  ['1/27', { month: 1, year: 2027 }],
  ['0127', { month: 1, year: 2027 }],
  [' 01 / 2027 ', { month: 1, year: 2027 }],
  ['０１/２７', { month: 1, year: 2027 }],
  ['13/27', null],
  ['00/27', null],
  ['1', null],
  ['127', null],
])('the expiry parser handles %j', (typed, read) => {
  expect(readExpiry(typed)).toEqual(read);
});

test.each([
  ['', 'missing'],
  ['ab', 'wrong'],
  ['01/2999', 'wrong'],
  ['10/26', 'past'],
  ['11/26', null],
] as const)('the error of the expiry date %j is %s', (typed, problem) => {
  expect(expiryProblem(typed, now)).toBe(problem);
});

test.each([
  [10, 2026, 'expired'],
  [11, 2026, 'soon'],
  [12, 2026, 'soon'],
  [1, 2027, 'later'],
] as const)('the state of a card that expires in %i/%i is %s', (expiryMonth, expiryYear, state) => {
  expect(expiryAt({ expiryMonth, expiryYear }, now)).toBe(state);
});

test('the field inserts the slash while the rider types, but not while the rider deletes', () => {
  expect(spaceExpiry('12', '1')).toBe('12/');
  expect(spaceExpiry('12', '12/')).toBe('12');
});
