import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { Money } from './money.ts';
import { OrderPayment, PaymentMethodKind } from './payment.ts';
import { StationId, Tariff } from './stations.ts';

/** The four statuses of an order that riders see. */
export const OrderStatus = z.enum(['charging', 'unpaid', 'paying', 'complete']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** The state of a rental; `OrderStatus` is derived from it. */
export const RentalState = z.enum([
  'authorizing',
  'ejecting',
  'ejectUnknown',
  'charging',
  'overdue',
  'settling',
  'unpaid',
  'paying',
  'complete',
  'lost',
  'failed',
  'review',
]);
export type RentalState = z.infer<typeof RentalState>;

/** Why a rental failed or went to support. The rider has paid nothing in each case. */
export const RentalFailure = z.enum([
  'paymentDeclined',
  'insufficientFunds',
  'cardExpired',
  'authenticationFailed',
  'noChargers',
  'stationOffline',
  'ejectFailed',
  'ejectUnknown',
  'cancelled',
]);
export type RentalFailure = z.infer<typeof RentalFailure>;

const StationRef = z.object({ id: StationId, name: z.string(), address: z.string() });

export const OrderLine = z.object({
  /** `coupon` and `supportRefund` are negative. */
  kind: z.enum(['unlockFee', 'usage', 'overdueFee', 'graceRefund', 'coupon', 'supportRefund']),
  amount: Money,
});
export type OrderLine = z.infer<typeof OrderLine>;

/** The rider's dispute, and its result. */
export const DisputeReason = z.enum(['didNotComeOut', 'alreadyReturned', 'wrongAmount', 'other']);
export type DisputeReason = z.infer<typeof DisputeReason>;

export const Dispute = z.object({
  reason: DisputeReason,
  state: z.enum(['open', 'refunded', 'rejected']),
  openedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** The refunded amount; null unless `refunded`. */
  refunded: Money.nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

/** One rental as the rider sees it, from the tap on *Hold … and unlock* to the last payment. */
export const Order = z.object({
  id: z.uuid(),
  /** Short and easy to read out on the phone. */
  number: z.string(),
  /** Null until the charger is out, and if it never came out. */
  status: OrderStatus.nullable(),
  state: RentalState,
  failure: RentalFailure.nullable(),
  /**
   * The provider's page where the card's owner confirms the payment, while a confirmation is
   * pending.
   */
  action: z.object({ url: z.url() }).nullable(),
  station: StationRef,
  /** The numbered slot that the charger leaves. */
  slot: z.int().nullable(),
  createdAt: z.iso.datetime(),
  /**
   * Whether the charger came out is checked longer than usual, and the hold stays until that is known.
   * It ends at this time at the latest. Absent: it is not held.
   */
  heldUntil: z.iso.datetime().optional(),
  startedAt: z.iso.datetime().nullable(),
  returnedAt: z.iso.datetime().nullable(),
  returnStation: StationRef.nullable(),
  /** The slot that the charger was returned to. */
  returnSlot: z.int().nullable(),
  /** Frozen when the order was created. */
  tariff: Tariff,
  /** The bill; empty until it is known. */
  lines: z.array(OrderLine),
  /** The total for the rider; null until it is known. */
  total: Money.nullable(),
  /**
   * The part of the lines that is not in `total`: a rest too small for the payment provider, which
   * is not charged. Absent if there is none.
   */
  waived: Money.optional(),
  /** Captured so far, minus refunds. */
  paid: Money,
  /** Still due; above zero only while unpaid or paying. */
  due: Money,
  /** The payment method of the rental; with GoCash the method that holds the deposit. */
  paymentMethod: z
    .object({
      id: z.uuid(),
      kind: PaymentMethodKind,
      brand: z.string(),
      last4: z.string(),
      label: z.string().nullable(),
    })
    .nullable(),
  /** Whether GoCash pays the unlock fee and the usage, up to its balance. */
  usesGoCash: z.boolean(),
  /** The coupon of the rental's bill. Frozen when the order was created. */
  coupon: z
    .object({
      id: z.uuid(),
      kind: z.enum(['amountOff', 'freeMinutes']),
      amount: Money.nullable(),
      minutes: z.int().nullable(),
      /** The coupon counts only if the rental costs at least this amount without it. */
      minimumTotal: Money.nullable(),
    })
    .nullable(),
  dispute: Dispute.nullable(),
  payments: z.array(OrderPayment),
  /** Why the last charge failed, while unpaid. */
  paymentFailure: z.enum(errorCodes).nullable(),
  /** The server's clock, so that a phone with a wrong clock shows the correct elapsed time. */
  now: z.iso.datetime(),
});
export type Order = z.infer<typeof Order>;

/** `GET /api/orders?status=&cursor=`: newest first, unpaid ones pinned on the first page. */
export const OrderQuery = z.object({
  status: OrderStatus.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export const OrderList = z.object({ orders: z.array(Order), nextCursor: z.string().nullable() });
export type OrderList = z.infer<typeof OrderList>;

/**
 * `GET /api/orders/current`: the order for the home screen. This is the order that is being
 * prepared, in use or unpaid. Otherwise it is an order that ended in the last ten minutes and that
 * the rider has not dismissed.
 */
export const CurrentOrder = z.object({ order: Order.nullable() });
export type CurrentOrder = z.infer<typeof CurrentOrder>;

/**
 * `POST /api/orders/{id}/pay` (Idempotency-Key): pay the amount due. With `goCash` the wallet pays
 * as much as it has and the method pays the rest; without a method the wallet must cover the total
 * (else `goCashInsufficient`). If the method declines, the wallet pays nothing either. Answers the
 * order.
 */
export const PayOrder = z.object({
  paymentMethodId: z.uuid().nullable(),
  goCash: z.boolean().default(false),
  /**
   * The amount that the app showed for the method, in minor units of the order's currency. If the
   * amount is different now, because GoCash was spent elsewhere, nothing is taken (`priceChanged`).
   * Absent: any amount.
   */
  methodPays: z.int().nonnegative().optional(),
});
export type PayOrder = z.input<typeof PayOrder>;

/**
 * `POST /api/orders/{id}/seen`: the rider has read the notice of the return. The home screen no
 * longer shows the order.
 */
export const OrderSeen = z.object({});

/**
 * `POST /api/orders/{id}/dispute` (Idempotency-Key): open a dispute about a bill; support answers.
 * Once per order (`notDisputable` afterwards, and if nothing was charged or is due). Answers the order.
 */
export const OpenDispute = z.object({
  reason: DisputeReason,
  /** The rider's own text. */
  note: z.string().trim().max(1000).default(''),
});
export type OpenDispute = z.input<typeof OpenDispute>;
