import fc from 'fast-check';
import { expect, it } from 'vitest';
import { station } from '../../../testing/rider.ts';
import { runningCost, timeLeft } from './runningCost.ts';

const { tariff } = station;
const start = Date.parse('2026-11-20T12:00:00Z');
const minutes = (count: number) => start + count * 60_000;

it('the cost is the unlock fee plus the price of each started hour', () => {
  expect(runningCost(tariff, start, minutes(1)).soFar.amount).toBe(200);
  expect(runningCost(tariff, start, minutes(102)).soFar.amount).toBe(300);
  expect(runningCost(tariff, start, minutes(102)).next).toEqual({
    at: minutes(120),
    total: { amount: 400, currency: 'USD' },
  });
});

it('a return to the same station is free only within the grace time', () => {
  expect(runningCost(tariff, start, minutes(4)).freeUntil).toBe(minutes(5));
  expect(runningCost(tariff, start, minutes(6)).freeUntil).toBeNull();
});

it('the cost never falls, and rises exactly at the predicted time', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2879 * 60_000 }), (elapsed) => {
      const { soFar, next } = runningCost(tariff, start, start + elapsed + 1);
      if (next === null) return;
      expect(next.total.amount).toBeGreaterThanOrEqual(soFar.amount);
      expect(runningCost(tariff, start, next.at - 1).soFar).toEqual(soFar);
      expect(runningCost(tariff, start, next.at + 1).soFar).toEqual(next.total);
    }),
  );
});

it('the remaining fraction of the time falls from 1 to 0 until the deposit is captured', () => {
  expect(timeLeft(tariff, start, start)).toBe(1);
  expect(timeLeft(tariff, start, minutes(720))).toBe(0.5);
  expect(timeLeft(tariff, start, minutes(3000))).toBe(0);
  expect(timeLeft(tariff, start, minutes(-10))).toBe(1);
});
