import { getCountries } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { countryCodes } from '../../../contract/rules/places/countries.ts';
import { countryOptions } from './countries.ts';

test('are those with a numbering plan, without the two that share their mail with Saint Helena', () => {
  const plans = getCountries().filter((country) => country !== 'AC' && country !== 'TA');
  expect([...countryCodes].sort()).toEqual([...plans].sort());
});

test('stand in the order of the language, under its names', () => {
  const spanish = countryOptions('es');
  expect(spanish.find(({ value }) => value === 'DE')?.label).toBe('Alemania');
  const labels = spanish.map(({ label }) => label);
  expect(labels).toEqual([...labels].sort(new Intl.Collator('es').compare));
  expect(countryOptions('zh-CN').find(({ value }) => value === 'US')?.label).toBe('美国');
});
