import { expect, test } from 'vitest';
import { bringsCallingCode, checkPhone } from './checkPhone.ts';

const american = { callingCode: '1', country: 'US' };

test.each(['(212) 555-0123', '212.555.0123', '2125550123', '+1 212 555 0123', '001 212 555 0123'])(
  'reads %s',
  async (typed) => {
    expect(await checkPhone({ typed, ...american })).toMatchObject({
      status: 'valid',
      e164: '+12125550123',
      callingCode: '1',
    });
  },
);

test('a number with its own calling code brings its country', async () => {
  expect(await checkPhone({ typed: '+52 55 1234 5678', ...american })).toEqual({
    status: 'valid',
    e164: '+525512345678',
    national: '5512345678',
    callingCode: '52',
    country: 'MX',
  });
});

test('reads by the calling code where no country is known', async () => {
  expect(await checkPhone({ typed: '8001234567', callingCode: '1', country: null })).toMatchObject({
    status: 'valid',
    e164: '+18001234567',
  });
});

test('tells nothing from nonsense', async () => {
  expect(await checkPhone({ typed: '  ', ...american })).toEqual({ status: 'missing' });
  expect(await checkPhone({ typed: '12', ...american })).toEqual({ status: 'malformed' });
  expect(await checkPhone({ typed: 'hello', ...american })).toEqual({ status: 'malformed' });
});

test('only what comes in one piece switches the country', () => {
  expect(bringsCallingCode('', '+525512345678')).toBe(true);
  expect(bringsCallingCode('', '0052 55 1234 5678')).toBe(true);
  expect(bringsCallingCode('+52', '+525')).toBe(false);
  expect(bringsCallingCode('', '5512345678')).toBe(false);
});
