import { expect, it } from 'vitest';
import { makeOrder, makeReturned, makeUnpaid } from '../../../testing/orders.ts';
import { formatMonth } from '../../../lib/format/formatMonth.ts';
import { groupOrders } from './groupOrders.ts';

const at = (id: string, createdAt: string) => ({ id, createdAt });

it('unpaid orders come first, then months in the server’s order, and each order occurs only once', () => {
  const groups = groupOrders([
    makeOrder(at('a', '2026-11-20T12:00:00Z')),
    makeReturned(at('b', '2026-11-02T12:00:00Z')),
    makeUnpaid(at('c', '2026-10-30T12:00:00Z')),
    makeReturned(at('d', '2026-10-01T12:00:00Z')),
    makeReturned(at('b', '2026-11-02T12:00:00Z')),
  ]);
  expect(groups.map(({ orders }) => orders.map(({ id }) => id))).toEqual([
    ['c'],
    ['a', 'b'],
    ['d'],
  ]);
  expect(groups.map(({ month }) => month && formatMonth(month, 'en'))).toEqual([
    null,
    'November 2026',
    'October 2026',
  ]);
});

it('months follow the time zone of the device', () => {
  // Chicago is six hours behind UTC, so it is still October there.
  const [group] = groupOrders([makeReturned({ createdAt: '2026-11-01T03:00:00Z' })]);
  expect(formatMonth(group?.month ?? '', 'en')).toBe('October 2026');
});
