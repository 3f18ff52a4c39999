import { getCountries } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { countryCodes } from '../../../contract/rules/places/countries.ts';
import { countryOptions } from './countries.ts';

test('the list contains all countries with a numbering plan, except two that share the postal system of Saint Helena', () => {
  const plans = getCountries().filter((country) => country !== 'AC' && country !== 'TA');
  expect([...countryCodes].sort()).toEqual([...plans].sort());
});

test('the options have the names and the order of the language', () => {
  const spanish = countryOptions('es');
  expect(spanish.find(({ value }) => value === 'DE')?.label).toBe('Alemania');
  const labels = spanish.map(({ label }) => label);
  expect(labels).toEqual([...labels].sort(new Intl.Collator('es').compare));
  expect(countryOptions('zh-CN').find(({ value }) => value === 'US')?.label).toBe('美国');
});
