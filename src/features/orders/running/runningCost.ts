import type { Order } from '../../../../contract/orders.ts';
import { discountOfCoupon } from '../../../../contract/rules/pricing/coupons.ts';
import { readPauses } from '../../../../contract/rules/pricing/pauses.ts';
import type { Tariff } from '../../../../contract/rules/pricing/pricing.ts';
import { runningCost, type RunningCost } from '../../../../contract/rules/pricing/runningCost.ts';

type Running = Pick<
  Order,
  'tariff' | 'createdAt' | 'startedAt' | 'pauses' | 'movedSeconds' | 'coupon' | 'faulty'
>;

/**
 * Returns the running cost of an order. The rider has not returned the charger yet.
 *
 * @param stoppedAt the time at which a claim has stopped the clock; null if the clock runs.
 */
export function runningCostOf(order: Running, now: number, stoppedAt: number | null): RunningCost {
  const { tariff, coupon, movedSeconds = 0 } = order;
  const terms = {
    tariff,
    startedAt: Date.parse(order.startedAt ?? order.createdAt),
    pauses: readPauses(order.pauses),
    discount: coupon && discountOfCoupon(coupon),
    postponedMs: movedSeconds * 1000,
    isFree: order.faulty !== undefined,
    stoppedAt,
  };
  return runningCost(terms, now);
}

/** Returns the remaining part of the time before the deposit is captured: 1 at the start, 0 at the end. */
export function timeLeft(tariff: Tariff, startedAt: number, now: number): number {
  const whole = tariff.depositCaptureMinutes * 60_000;
  return Math.min(1, Math.max(0, 1 - (now - startedAt) / whole));
}
