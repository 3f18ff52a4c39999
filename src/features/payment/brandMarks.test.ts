import { expect, test } from 'vitest';
import { outlineOfMark } from './brandMarks.ts';

test.each(['amex', 'applePay', 'discover', 'googlePay', 'mastercard', 'payPal', 'visa'])(
  'the logo %s has an outline',
  (name) => {
    expect(outlineOfMark(name)).toMatch(/^M[\d\s.,a-z-]+$/i);
  },
);

test('a payment method without a logo has no outline', () => {
  expect(outlineOfMark('jcb')).toBeUndefined();
  expect(outlineOfMark('goCash')).toBeUndefined();
});
