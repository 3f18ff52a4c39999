import { z } from 'zod';
import { errorCodes } from './errors.ts';
import { Money } from './money.ts';
import { OrderPayment } from './payment.ts';
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
  kind: z.enum(['unlockFee', 'usage', 'overdueFee', 'graceRefund']),
  amount: Money,
});
export type OrderLine = z.infer<typeof OrderLine>;

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
  /** Frozen when the order was made. */
  tariff: Tariff,
  /** The bill; empty until it is known. */
  lines: z.array(OrderLine),
  /** The bill's total; null until it is known. */
  total: Money.nullable(),
  /** Taken so far, less what was given back. */
  paid: Money,
  /** Still owed; above zero only while unpaid or paying. */
  due: Money,
  paymentMethod: z.object({ id: z.uuid(), brand: z.string(), last4: z.string() }).nullable(),
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

/** `POST /api/orders/{id}/pay` (Idempotency-Key): pay what is owed. Answers the order. */
export const PayOrder = z.object({ paymentMethodId: z.uuid() });
export type PayOrder = z.infer<typeof PayOrder>;

/** `POST /api/orders/{id}/seen`: the return was read; home is free again. */
export const OrderSeen = z.object({});

/** `GET /api/orders/events`: server-sent events named `order`, each an order of the rider that changed. */
export const OrderEvent = Order;
export type OrderEvent = Order;
