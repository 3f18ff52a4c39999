import { expect, test } from 'vitest';
import { hasCallingCode, isPasted, checkPhone } from './checkPhone.ts';

const american = { callingCode: '1', country: 'US' };

test.each([
  '(212) 555-0123',
  '212.555.0123',
  '2125550123',
  '+1 212 555 0123',
  '001 212 555 0123',
  '２１２５５５０１２３',
  '（２１２）５５５－０１２３',
  '＋１ 212 555 0123',
  '212\u00A0555\u00A00123',
  '\u202A+1 (212) 555\u20110123\u202C',
  ' tel:+1-212-555-0123\n',
])('the check reads %s', async (typed) => {
  expect(await checkPhone({ typed, ...american })).toMatchObject({
    status: 'valid',
    e164: '+12125550123',
    callingCode: '1',
  });
});

test('a number with its own calling code selects its country', async () => {
  expect(await checkPhone({ typed: '+52 55 1234 5678', ...american })).toEqual({
    status: 'valid',
    e164: '+525512345678',
    national: '5512345678',
    callingCode: '52',
    country: 'MX',
  });
});

test('a number is read with the chosen calling code even if no country is chosen', async () => {
  expect(await checkPhone({ typed: '8001234567', callingCode: '1', country: null })).toMatchObject({
    status: 'valid',
    e164: '+18001234567',
  });
});

test('the check finds no number in other text', async () => {
  expect(await checkPhone({ typed: '  ', ...american })).toEqual({ status: 'missing' });
  expect(await checkPhone({ typed: '12', ...american })).toEqual({ status: 'malformed' });
  expect(await checkPhone({ typed: 'hello', ...american })).toEqual({ status: 'malformed' });
});

test.each([
  ['+52 55 1234 5678', '52', 'MX'],
  ['0044 20 7946 0958', '44', 'GB'],
  ['011 44 20 7946 0958', '44', 'GB'],
  ['+86\u00A0138\u00A00013\u00A08000', '86', 'CN'],
  ['+1 416 555 0123', '1', 'CA'],
])('%s selects the calling code +%s and the country %s', async (typed, callingCode, country) => {
  expect(await checkPhone({ typed, ...american })).toMatchObject({ callingCode, country });
});

test.each([
  ['', '+525512345678', true],
  ['2125550123', '+525512345678', true],
  ['+525512345678', '+442079460958', true],
  ['+52', '+525', false],
  ['+5255', '+525', false],
  ['', '5', false],
  ['12345', '', false],
])('a change from %j to %j counts as pasted: %j', (before, after, expected) => {
  expect(isPasted(before, after)).toBe(expected);
});

test.each([
  ['+525512345678', true],
  [' 0052 55 1234 5678', true],
  ['\u202A＋52 55', true],
  ['5512345678', false],
  ['', false],
])('%j contains its calling code: %j', (typed, expected) => {
  expect(hasCallingCode(typed)).toBe(expected);
});
