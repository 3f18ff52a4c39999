import { z } from 'zod';
import { StationId } from './stations.ts';

/**
 * `POST /api/rentals` (Idempotency-Key): hold the unlock fee and the deposit, then open a slot.
 * Answers 202 with the order, in state `authorizing`; follow it with `GET /api/orders/{id}` or the
 * order events.
 */
export const StartRental = z.object({
  stationId: StationId,
  /** Also needed with GoCash: the method holds the deposit. */
  paymentMethodId: z.uuid(),
  /**
   * GoCash pays the unlock fee, and the usage up to the balance; the rest is taken from the
   * deposit. Refused with `goCashInsufficient` if the balance does not cover the unlock fee.
   */
  useGoCash: z.boolean().default(false),
  /**
   * The coupon in the price that the rider saw, null for none; a coupon that cannot be used any
   * more is refused with `priceChanged`. If absent, the server takes the best coupon.
   */
  couponId: z.uuid().nullable().optional(),
  /** The tariff that the rider saw; refused with `priceChanged` if another tariff is in force. */
  tariffId: z.string(),
});
export type StartRental = z.input<typeof StartRental>;

/**
 * `POST /api/orders/{id}/not-ejected` (Idempotency-Key): "It didn't come out". The server asks the
 * cabinet for its inventory; if the charger is still inside, the order is undone and all holds are
 * voided. Answers the order.
 */
export const ReportNotEjected = z.object({});
