import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoney, spokenMoney, splitMoney } from './money.ts';

const usd = (amount: unknown) => ({ amount, currency: 'USD' });

describe('splitMoney', () => {
  test.each([
    [0, '', '0', '00'],
    [5, '', '0', '05'],
    [100, '', '1', '00'],
    [2750, '', '27', '50'],
    [123456789, '', '1,234,567', '89'],
    [-1250, '-', '12', '50'],
    [-0, '', '0', '00'],
  ])('splits %d cents into its parts', (amount, minus, int, dec) => {
    expect(splitMoney(usd(amount))).toEqual({ minus, sign: '$', int, dec });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, null, '12', {}])(
    'shows 00.00 for %s',
    (amount) => {
      expect(formatMoney(usd(amount))).toBe('$00.00');
    },
  );

  test.each([
    ['JPY', 500, '¥', '500', '00'],
    ['KWD', 1234, 'KWD', '1', '234'],
    ['EUR', 999, '€', '9', '99'],
    ['', 999, '', '9', '99'],
  ])('uses the minor units of %s', (currency, amount, sign, int, dec) => {
    expect(splitMoney({ amount, currency })).toEqual({ minus: '', sign, int, dec });
  });

  test('does not lose a cent of any amount', () => {
    fc.assert(
      fc.property(fc.integer(), (amount) => {
        const { minus, int, dec } = splitMoney(usd(amount));
        expect(Number(`${minus}${int.replaceAll(',', '')}${dec}`)).toBe(amount);
      }),
    );
  });
});

test('the minus sign comes before the currency sign', () => {
  expect(formatMoney(usd(-1250))).toBe('-$12.50');
});

test.each([
  ['en', '$1,234.50'],
  ['es', '$1,234.50'],
  ['zh-CN', '$1,234.50'],
])('an amount for screen readers is in the language %s', (language, said) => {
  expect(spokenMoney({ amount: 123450, currency: 'USD' }, language)).toMatch(
    new RegExp(said.replace('$', String.raw`\$`)),
  );
});
