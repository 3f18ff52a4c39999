// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { leadsToStation } from './leadsToStation.ts';

test.each([
  ['http://localhost/home', false],
  ['/home?tab=1', false],
  ['/?equip_id=ABCDEFV', true],
  ['/home?link=https%3A%2F%2Fexample.com%2FABCDEFV', true],
])('%s leads to a station: %s', (address, expected) => {
  expect(leadsToStation(address)).toBe(expected);
});
