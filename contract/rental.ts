import { z } from 'zod';
import { StationId } from './stations.ts';

/**
 * `POST /api/rentals` (Idempotency-Key) holds the unlock fee and the deposit, then opens a slot.
 * It returns 202 with the order in state `authorizing`. The app follows the order with
 * `GET /api/orders/{id}` or the order events.
 */
export const StartRental = z.object({
  stationId: StationId,
  /** The payment method. It is also needed with GoCash, because it holds the deposit. */
  paymentMethodId: z.uuid(),
  /**
   * Whether GoCash pays the unlock fee, and the usage up to the balance. The rest is captured from the
   * deposit. The call returns `goCashInsufficient` if the balance does not cover the unlock fee.
   */
  useGoCash: z.boolean().default(false),
  /**
   * The coupon in the price that the rider saw; null for no coupon. If the coupon is not usable any
   * more, the call returns `priceChanged`. If the field is absent, the server uses the best coupon.
   */
  couponId: z.uuid().nullable().optional(),
  /** The tariff that the rider saw. If another tariff is in force, the call returns `priceChanged`. */
  tariffId: z.string(),
});
export type StartRental = z.input<typeof StartRental>;

/**
 * `POST /api/orders/{id}/not-ejected` (Idempotency-Key): the rider tapped "It didn't come out". The
 * server asks the cabinet for its inventory. If the charger is still inside, the server cancels the
 * rental and voids all holds. It returns the order.
 */
export const ReportNotEjected = z.object({});
