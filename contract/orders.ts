import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { Money } from './money.ts';
import { OrderPayment, PaymentMethodKind } from './payment.ts';
import { StationId, Tariff } from './stations.ts';

/** The four statuses of an order that people see. */
export const OrderStatus = z.enum(['charging', 'unpaid', 'paying', 'complete']);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Where a rental stands; `OrderStatus` is a projection of it. */
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

/** Why a rental came to nothing, or went to support. The rider has paid nothing in each case. */
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

/** What the rider objects to, and what came of it. */
export const DisputeReason = z.enum(['didNotComeOut', 'alreadyReturned', 'wrongAmount', 'other']);
export type DisputeReason = z.infer<typeof DisputeReason>;

export const Dispute = z.object({
  reason: DisputeReason,
  state: z.enum(['open', 'refunded', 'rejected']),
  openedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** Given back; null unless `refunded`. */
  refunded: Money.nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

/** An order: one rental from the tap on *Pay and unlock* to its last cent. */
export const Order = z.object({
  id: z.uuid(),
  /** Short and readable on the phone to support. */
  number: z.string(),
  /** Null while the charger is not out yet, and where it never came out. */
  status: OrderStatus.nullable(),
  state: RentalState,
  failure: RentalFailure.nullable(),
  /** A page of the provider where the card's owner confirms the payment, while one is waited for. */
  action: z.object({ url: z.url() }).nullable(),
  station: StationRef,
  /** The numbered slot that the charger leaves. */
  slot: z.int().nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  returnedAt: z.iso.datetime().nullable(),
  returnStation: StationRef.nullable(),
  /** The slot that it came back into. */
  returnSlot: z.int().nullable(),
  /** Frozen when the order was made. */
  tariff: Tariff,
  /** The bill; empty until it is known. */
  lines: z.array(OrderLine),
  /** What the rider pays in all; null until it is known. */
  total: Money.nullable(),
  /**
   * What the lines add up to above `total`: a rest that is too small for the payment provider is not
   * charged. Absent where there is none.
   */
  waived: Money.optional(),
  /** Taken so far, less what was given back. */
  paid: Money,
  /** Still owed; above zero only while unpaid or paying. */
  due: Money,
  /** The rental's method; with GoCash the one that the deposit is held on. */
  paymentMethod: z
    .object({
      id: z.uuid(),
      kind: PaymentMethodKind,
      brand: z.string(),
      last4: z.string(),
      label: z.string().nullable(),
    })
    .nullable(),
  /** Whether GoCash pays the unlock fee and the usage, as far as it reaches. */
  usesGoCash: z.boolean(),
  /** The coupon that the rental is billed with. Frozen when the order was made. */
  coupon: z
    .object({
      id: z.uuid(),
      kind: z.enum(['amountOff', 'freeMinutes']),
      amount: Money.nullable(),
      minutes: z.int().nullable(),
      /** It counts only where the rental costs at least so much without it. */
      minimumTotal: Money.nullable(),
    })
    .nullable(),
  dispute: Dispute.nullable(),
  payments: z.array(OrderPayment),
  /** Why the last charge failed, while unpaid. */
  paymentFailure: z.enum(errorCodes).nullable(),
  /** The server's clock, so that a phone with a wrong one shows the right elapsed time. */
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
 * `GET /api/orders/current`: the one the home screen is about: being prepared, out, or owed; else one
 * that came back in the last ten minutes and was not dismissed.
 */
export const CurrentOrder = z.object({ order: Order.nullable() });
export type CurrentOrder = z.infer<typeof CurrentOrder>;

/**
 * `POST /api/orders/{id}/pay` (Idempotency-Key): pay what is owed. With `goCash` the wallet pays as much
 * as it has and the method the rest; without a method the wallet must have it all (else
 * `goCashInsufficient`). Where the method declines, nothing is taken of the wallet either. Answers the
 * order.
 */
export const PayOrder = z.object({
  paymentMethodId: z.uuid().nullable(),
  goCash: z.boolean().default(false),
  /**
   * What the rider saw the method pay, in minor units of the order's currency; where it would be another
   * amount, as GoCash was spent elsewhere meanwhile, nothing is taken (`priceChanged`). Absent: any.
   */
  methodPays: z.int().nonnegative().optional(),
});
export type PayOrder = z.input<typeof PayOrder>;

/** `POST /api/orders/{id}/seen`: the return was read; home is free again. */
export const OrderSeen = z.object({});

/**
 * `POST /api/orders/{id}/dispute` (Idempotency-Key): the rider objects to a bill; support answers. Once
 * per order (`notDisputable` afterwards, and where nothing was charged). Answers the order.
 */
export const OpenDispute = z.object({
  reason: DisputeReason,
  /** In the rider's words. */
  note: z.string().trim().max(1000).default(''),
});
export type OpenDispute = z.input<typeof OpenDispute>;
