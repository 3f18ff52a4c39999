import { expect, it } from 'vitest';
import type { Discount } from '../../../../contract/rules/pricing/pricing.ts';
import type { Order } from '../../../../contract/orders.ts';
import { station } from '../../../testing/rider.ts';
import { runningCostOf, timeLeft } from './runningCost.ts';

const { tariff } = station;
const start = Date.parse('2026-11-20T12:00:00Z');
const minutes = (count: number) => start + count * 60_000;
const timeAfter = (count: number) => new Date(minutes(count)).toISOString();
const usd = (amount: number) => ({ amount, currency: 'USD' });
const order = { tariff, createdAt: timeAfter(-1), startedAt: timeAfter(0), coupon: null };

it('the cost counts from the pick-up, or from the order until the pick-up is known', () => {
  expect(runningCostOf(order, minutes(60), null).soFar).toEqual(usd(200));
  expect(runningCostOf({ ...order, startedAt: null }, minutes(60), null).soFar).toEqual(usd(300));
});

it('the cost contains the coupon and the pauses of the order', () => {
  const coupon: Order['coupon'] = {
    id: 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
    kind: 'amountOff' satisfies Discount['kind'],
    amount: usd(50),
    minutes: null,
    minimumTotal: usd(0),
  };
  const pauses = [{ stationId: station.id, startedAt: timeAfter(10), endsAt: timeAfter(30) }];
  expect(runningCostOf({ ...order, coupon, pauses }, minutes(70), null)).toMatchObject({
    soFar: usd(150),
    next: { at: minutes(80), total: usd(250) },
  });
});

it('pauses and ended claims of the order postpone the loss', () => {
  expect(runningCostOf({ ...order, movedSeconds: 30 * 60 }, minutes(2890), null).next).toEqual({
    at: minutes(2910),
    total: usd(3000),
  });
});

it('an order with a faulty charger costs nothing so far', () => {
  const faulty = { ...order, faulty: { swap: 'done' as const } };
  expect(runningCostOf(faulty, minutes(102), null).soFar).toEqual(usd(0));
});

it('while a claim stops the clock, the cost stays the same', () => {
  expect(runningCostOf(order, minutes(200), minutes(102))).toMatchObject({
    soFar: usd(300),
    next: null,
  });
});

it('the remaining fraction of the time falls from 1 to 0 until the deposit is captured', () => {
  expect(timeLeft(tariff, start, start)).toBe(1);
  expect(timeLeft(tariff, start, minutes(720))).toBe(0.5);
  expect(timeLeft(tariff, start, minutes(3000))).toBe(0);
  expect(timeLeft(tariff, start, minutes(-10))).toBe(1);
});
