import { describe, expect, test } from 'vitest';
import { formatPhone } from './phone.ts';
import { parsePhone, phoneCountries } from './phoneNumbers.ts';

test.each([
  ['1', '2125550123', '(212) 555-0123'],
  ['+1', '212-555-0123', '(212) 555-0123'],
  ['86', '13800138000', '(+86) 13800138000'],
  ['1', '212555', '(+1) 212555'],
  ['1', '12125550123', '(+1) 12125550123'],
])('+%s %s is shown as %s', (code, number, shown) => {
  expect(formatPhone(code, number)).toBe(shown);
});

describe('parsePhone', () => {
  test.each([
    ['(212) 555-0123', 'US', '+12125550123', '1'],
    ['212 555 0123', 'US', '+12125550123', '1'],
    ['+86 138 0013 8000', 'US', '+8613800138000', '86'],
    ['55 1234 5678', 'MX', '+525512345678', '52'],
  ])('the number %s, typed in %s, is read', (text, country, e164, callingCode) => {
    expect(parsePhone(text, country)).toMatchObject({ e164, callingCode });
  });

  test.each(['', '12', 'hello', '2125550123456789'])('the text %o is rejected', (text) => {
    expect(parsePhone(text, 'US')).toBeNull();
  });
});

test('every country has a calling code', () => {
  expect(phoneCountries().length).toBeGreaterThan(200);
  expect(phoneCountries()).toContainEqual({ country: 'US', callingCode: '1' });
});
