import { expect, test } from 'vitest';
import {
  brandOf,
  digitsOf,
  groupDigits,
  isCardNumber,
  isPast,
  parseExpiry,
  spaceExpiry,
} from './cardRules.js';

test.each([
  ['4242 4242-4242 4242', 'visa', '4242 4242 4242 4242'],
  ['5555555555554444', 'mastercard', '5555 5555 5555 4444'],
  ['2223003122003222', 'mastercard', '2223 0031 2200 3222'],
  ['378282246310005', 'amex', '3782 822463 10005'],
  ['6011111111111117', 'discover', '6011 1111 1111 1117'],
  ['４２４２４２４２４２４２４２４２', 'visa', '4242 4242 4242 4242'],
])('the form reads %s as %s', (typed, brand, grouped) => {
  const digits = digitsOf(typed);
  expect(isCardNumber(digits)).toBe(true);
  expect(brandOf(digits)).toBe(brand);
  expect(groupDigits(digits)).toBe(grouped);
});

test.each(['', '4242', '4242424242424241', '42424242424242424242', '37828224631000'])(
  'the form rejects %j',
  (digits) => expect(isCardNumber(digits)).toBe(false),
);

test.each([
  ['04/29', 4, 2029],
  ['4/29', 4, 2029],
  ['0429', 4, 2029],
  ['04 / 2029', 4, 2029],
  ['12-31', 12, 2031],
])('the form reads the date %s', (typed, month, year) => {
  expect(parseExpiry(typed)).toEqual({ month, year });
});

test.each(['', '13/29', '00/29', '4', '429', '04/9', 'April'])('%j is not a date', (typed) => {
  expect(parseExpiry(typed)).toBeNull();
});

test.each([
  ['0', '0'],
  ['4', '04/'],
  ['04', '04/'],
  ['042', '04/2'],
  ['04/29', '04/29'],
  ['042029', '04/2029'],
])('the form formats the date %s as %s', (typed, shown) => {
  expect(spaceExpiry(typed)).toBe(shown);
});

test('a card is valid until the last day of its month', () => {
  expect(isPast({ month: 11, year: 2026 }, new Date(2026, 10, 30))).toBe(false);
  expect(isPast({ month: 11, year: 2026 }, new Date(2026, 11, 1))).toBe(true);
});
