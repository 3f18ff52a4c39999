import { expect, test } from 'vitest';
import { readShared, sharedText } from './sharedLink.ts';

const trusted = { origin: 'https://rent.example', linkHosts: ['qr.example'] };
const id = 'ABCDEFV';
const link = `https://rent.example/home?equip_id=${id}`;

test.each([
  ['an address', { sharedUrl: link }],
  ['an address as text', { sharedText: link }],
  ['a sentence', { sharedTitle: 'Corner Bakery', sharedText: `Rent a charger here: ${link}.` }],
  ['an address in brackets', { sharedText: `Corner Bakery (${link}) is open` }],
  ['a Chinese sentence', { sharedText: `来这里租充电宝：${link}。` }],
  ['an address on another host of the operator', { sharedText: `https://qr.example/${id}` }],
  ['the id alone', { sharedText: ` ${id.toLowerCase()} ` }],
  [
    'a text with an address beside a foreign address',
    { sharedUrl: 'https://else.example/', sharedText: link },
  ],
])('%s names the station', (_what, shared) => {
  expect(readShared(new URLSearchParams(shared), trusted)).toBe(id);
});

test.each([
  [
    'a foreign address',
    `https://evil.example/home?equip_id=${id}`,
    `https://evil.example/home?equip_id=${id}`,
  ],
  [
    'an address that only looks like ours',
    `https://rent.example@evil.example/${id}`,
    `https://rent.example@evil.example/${id}`,
  ],
  ['words', 'See you at the corner', 'See you at the corner'],
  ['an empty text', '', ''],
  ['a long text', 'x'.repeat(5000), 'x'.repeat(60)],
])('%s names no station, and can be corrected', (_what, text, left) => {
  const query = new URLSearchParams({ sharedText: text });
  expect(readShared(query, trusted)).toBeNull();
  expect(sharedText(query)).toBe(left);
});

test('an address without shared content gives no text', () => {
  expect(sharedText(new URLSearchParams('equip_id=x'))).toBeNull();
});
