import { afterEach, expect, test, vi } from 'vitest';
import { mastercard, payPal, visa } from '../../testing/rider.ts';
import { cardForm } from '../../testing/cardForm.ts';
import { deviceWallet, inOrder, newSheets, wayOf } from './payOptions.ts';

const googlePay = { ...visa, id: 'g', kind: 'googlePay' as const, isDefault: false };

test('wallets come first, and the default method is first among the methods of its kind', () => {
  expect(inOrder([visa, payPal, mastercard, googlePay])).toEqual([
    googlePay,
    visa,
    mastercard,
    payPal,
  ]);
});

test('a payment sheet with a saved method is not offered again', () => {
  const form = cardForm('applePay', 'googlePay', 'payPal');
  expect(newSheets(form, [visa, googlePay])).toEqual(['applePay', 'payPal']);
  expect(newSheets(undefined, [])).toEqual([]);
});

test('the rider’s choice is used if it is available', () => {
  const methods = [visa, mastercard];
  const usual = { by: 'method', method: visa };
  const goCash = { way: 'goCash', chosenMethod: mastercard.id } as const;
  expect(wayOf({ way: 'method', chosenMethod: null }, methods, [], true)).toEqual(usual);
  expect(wayOf({ way: 'method', chosenMethod: 'gone' }, methods, [], true)).toEqual(usual);
  expect(wayOf(goCash, methods, [], true)).toEqual({ by: 'goCash', method: mastercard });
  expect(wayOf(goCash, methods, [], false)).toEqual({ by: 'method', method: mastercard });
  expect(wayOf(goCash, [], [], true)).toBeNull();
  const apple = { way: 'applePay', chosenMethod: null } as const;
  expect(wayOf(apple, methods, ['applePay'], true)).toEqual({ by: 'sheet', kind: 'applePay' });
  expect(wayOf(apple, methods, [], true)).toEqual(usual);
});

afterEach(() => vi.unstubAllGlobals());

test.each([
  { device: 'an Apple device', globals: { ApplePaySession: {} }, wallet: 'applePay' },
  {
    device: 'an Android phone',
    globals: { navigator: { userAgent: 'Linux; Android 15' } },
    wallet: 'googlePay',
  },
  {
    device: 'a computer',
    globals: { navigator: { userAgent: 'X11; Linux x86_64' } },
    wallet: null,
  },
] as const)('without a saved method, the wallet of $device is selected', ({ globals, wallet }) => {
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  const nothing = { way: 'method', chosenMethod: null } as const;
  const expected = wallet === null ? null : { by: 'sheet', kind: wallet };
  expect(wayOf(nothing, [], ['applePay', 'googlePay', 'payPal'], false)).toEqual(expected);
  expect(wayOf(nothing, [visa], ['applePay', 'googlePay'], false)).toEqual({
    by: 'method',
    method: visa,
  });
  expect(deviceWallet(['payPal'])).toBeNull();
});
