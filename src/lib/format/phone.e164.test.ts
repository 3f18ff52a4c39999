import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { formatE164 } from './phone.ts';

test('every calling code in the world is recognized in a number', () => {
  const codes = new Set(getCountries().map((country) => getCountryCallingCode(country)));
  for (const code of codes) {
    const shown = formatE164(`+${code}2345678`);
    expect(shown).toBe(`(+${code}) 2345678`);
  }
});

test('American numbers have the American format', () => {
  expect(formatE164('+12125550123')).toBe('(212) 555-0123');
});
