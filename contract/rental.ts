import { z } from 'zod';
import { StationId } from './stations.ts';

/**
 * `POST /api/rentals` (Idempotency-Key): hold the unlock fee and the deposit, then open a slot.
 * Answers 202 with the order, in state `authorizing`; follow it by `GET /api/orders/{id}` or the
 * order events.
 */
export const StartRental = z.object({
  stationId: StationId,
  /** With GoCash too: the deposit is held on it. */
  paymentMethodId: z.uuid(),
  /**
   * GoCash pays the unlock fee, and the usage as far as it reaches; the rest is taken from the deposit.
   * Refused with `goCashInsufficient` where it does not reach for the unlock fee.
   */
  useGoCash: z.boolean().default(false),
  /**
   * The coupon that the rider saw in the price, null for none; one that cannot be used any more is
   * refused with `priceChanged`. Absent, the best one is taken.
   */
  couponId: z.uuid().nullable().optional(),
  /** The tariff that the rider saw; another one in force is refused with `priceChanged`. */
  tariffId: z.string(),
});
export type StartRental = z.input<typeof StartRental>;

/**
 * `POST /api/orders/{id}/not-ejected` (Idempotency-Key): "It didn't come out". The cabinet is asked
 * what it holds; where the charger is still inside, the order is undone and everything given back.
 * Answers the order.
 */
export const ReportNotEjected = z.object({});
