import { z } from 'zod';
import { StationId } from './stations.ts';

/**
 * `POST /api/rentals` (Idempotency-Key) holds the unlock fee and the deposit, then makes the cabinet eject a charger.
 * It returns 202 with the order in state `authorizing`. The app follows the order with `GET /api/orders/{id}` or the
 * order events.
 */
export const StartRental = z.object({
  stationId: StationId,
  /** The payment method. It is needed even if GoCash pays, because the deposit is held on it. */
  paymentMethodId: z.uuid(),
  /**
   * Whether GoCash pays the unlock fee, and the usage up to its balance. The rest of the bill is captured from the
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
 * `POST /api/orders/{id}/not-ejected` (Idempotency-Key): the rider tapped "It didn't come out". The server requests the
 * inventory of the cabinet. If the charger is still inside, the server cancels the rental and voids all holds. A report
 * more than 15 minutes after the start of the rental only opens a case for support. The call returns the order.
 */
export const ReportNotEjected = z.object({});
