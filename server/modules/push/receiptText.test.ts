import { expect, test } from 'vitest';
import { isOneText, receiptText } from './receiptText.ts';

const words = { brand: 'Volt', at: 'Nov 30, 12:45 PM', amount: '$12.50', number: 'R-7K3M-92QF' };
const path = '/history/detail?orderId=0b0f0a54-6f0c-4a6e-9a51-0d6f1f4b1f11';
const at = 'https://rent.example.com';

test.each([
  ['en', `Volt: charger returned Nov 30, 12:45 PM. $12.50, order R-7K3M-92QF. ${at}${path}`],
  ['es', `Volt: cargador devuelto Nov 30, 12:45 PM. $12.50, pedido R-7K3M-92QF. ${at}${path}`],
  ['zh-CN', `已归还 Nov 30, 12:45 PM，$12.50，R-7K3M-92QF，rent.example.com/history`],
] as const)('the receipt in %s is one text message', (language, expected) => {
  const text = receiptText(at, language, words, path);
  expect(isOneText(text)).toBe(true);
  expect(text).toBe(expected);
});

test('a receipt with a long name has a short link, and a receipt omits a name outside of the default alphabet', () => {
  const long = { ...words, brand: 'Chargers of the Greater Metropolitan Area, Incorporated' };
  expect(receiptText(at, 'en', long, path)).toBe(
    `Chargers of the Greater Metropolitan Area, Incorporated: charger returned Nov 30, 12:45 PM. $12.50, order R-7K3M-92QF. ${at}/history`,
  );
  expect(receiptText(at, 'en', { ...words, brand: '充电宝' }, path)).toBe(
    `Charger returned Nov 30, 12:45 PM: $12.50, R-7K3M-92QF. ${at}${path}`,
  );
  expect(receiptText(at, 'es', { ...words, brand: '' }, path)).toMatch(/^alquiler de cargadores: /);
});

test.each([
  ['a'.repeat(160), true],
  ['a'.repeat(161), false],
  [`€${'a'.repeat(158)}`, true],
  [`€${'a'.repeat(159)}`, false],
  [`ñ¿ü${'a'.repeat(157)}`, true],
  [`í${'a'.repeat(69)}`, true],
  [`í${'a'.repeat(70)}`, false],
  ['宝'.repeat(70), true],
  ['宝'.repeat(71), false],
  ['🔋'.repeat(36), false],
])('%s fits into one text message: %s', (text, expected) => {
  expect(isOneText(text)).toBe(expected);
});
