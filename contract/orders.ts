import { z } from 'zod';
import { Claim } from './claims.ts';
import { errorCodes } from './errors.ts';
import { Money } from './money.ts';
import { OrderPayment, PaymentMethodKind } from './payment.ts';
import { mostPauses } from './rules/pricing/pauses.ts';
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

/** The reason why a rental failed, or why support handles it. In each case the rider has paid nothing. */
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

const StationRef = z.object({
  id: StationId,
  name: z.string(),
  address: z.string(),
  /** The number of slots. An old server does not send it. */
  slots: z.int().nonnegative().optional(),
  /** The arrangement of the slots. The field is absent if it is unknown. */
  layout: z.object({ rows: z.int().positive(), columns: z.int().positive() }).optional(),
});

export const OrderLine = z.object({
  /** The amounts of `graceRefund`, `coupon`, `supportRefund` and `faultyCharger` are negative. */
  kind: z.enum([
    'unlockFee',
    'usage',
    'overdueFee',
    'graceRefund',
    'coupon',
    'supportRefund',
    'faultyCharger',
  ]),
  amount: Money,
});
export type OrderLine = z.infer<typeof OrderLine>;

/** Why a rider disputes a bill. */
export const DisputeReason = z.enum(['didNotComeOut', 'alreadyReturned', 'wrongAmount', 'other']);
export type DisputeReason = z.infer<typeof DisputeReason>;

export const Dispute = z.object({
  reason: DisputeReason,
  state: z.enum(['open', 'refunded', 'rejected']),
  openedAt: z.iso.datetime(),
  answeredAt: z.iso.datetime().nullable(),
  /** The refunded or waived amount; null unless the state is `refunded`. */
  refunded: Money.nullable(),
});
export type Dispute = z.infer<typeof Dispute>;

/** A pause: a time in which the clock of a rental stands still. */
export const OrderPause = z.object({
  /** The station that took no charger: a full or an offline station. */
  stationId: StationId,
  startedAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
});
export type OrderPause = z.infer<typeof OrderPause>;

/** One rental as the rider sees it, from the tap on *Hold … and unlock* to the last payment. */
export const Order = z.object({
  id: z.uuid(),
  /** A short number that is easy to read out on the phone. */
  number: z.string(),
  /**
   * The status; null until a charger has come out, and while the cabinet ejects another charger for
   * the order. If no charger comes out, the status stays null.
   */
  status: OrderStatus.nullable(),
  state: RentalState,
  failure: RentalFailure.nullable(),
  /**
   * The provider's page where the card's owner confirms the payment; null if no confirmation is pending.
   */
  action: z.object({ url: z.url() }).nullable(),
  station: StationRef,
  /** The number of the slot that the charger leaves. */
  slot: z.int().nullable(),
  createdAt: z.iso.datetime(),
  /**
   * The latest end of a hold that stays until the cabinet shows whether the charger came out. The field is absent if
   * the order has no such hold.
   */
  heldUntil: z.iso.datetime().optional(),
  startedAt: z.iso.datetime().nullable(),
  returnedAt: z.iso.datetime().nullable(),
  /** When a lost charger came back; absent if the charger was not lost, or has not come back. */
  foundAt: z.iso.datetime().optional(),
  returnStation: StationRef.nullable(),
  /** The slot into which the charger was returned. */
  returnSlot: z.int().nullable(),
  /** The tariff, frozen when the order was created. */
  tariff: Tariff,
  /** The lines of the bill; empty until the bill is known. */
  lines: z.array(OrderLine),
  /** The total of the bill; null until the bill is known. */
  total: Money.nullable(),
  /**
   * The waived amount: an unpaid part of the bill that is too small for the payment provider. The
   * sum of the lines includes this amount, but `total` does not. The field is absent if nothing is
   * waived.
   */
  waived: Money.optional(),
  /** The captured amount so far, minus refunds. */
  paid: Money,
  /** The amount still due. It is above zero only in the statuses `unpaid` and `paying`. */
  due: Money,
  /** The payment method of the rental. If GoCash pays, the deposit is still held on this method. */
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
  /** The coupon of the bill. It is frozen when the order is created. */
  coupon: z
    .object({
      id: z.uuid(),
      kind: z.enum(['amountOff', 'freeMinutes']),
      amount: Money.nullable(),
      minutes: z.int().nullable(),
      /**
       * The coupon reduces the bill only if the rental costs at least this amount without the
       * coupon.
       */
      minimumTotal: Money.nullable(),
    })
    .nullable(),
  dispute: Dispute.nullable(),
  /**
   * Present if the rider reported that the charger does not charge, so that the rental is free. `opening`: the cabinet
   * is ejecting another charger under this order. `none`: the station had no other charger.
   */
  faulty: z.object({ swap: z.enum(['none', 'opening', 'done', 'failed']) }).optional(),
  /** The newest claim about the order. The field is absent if there is none. */
  claim: Claim.optional(),
  /**
   * Pauses and claims delay the loss, and the capture of the deposit, by this number of seconds.
   * The field is absent if there is no delay.
   */
  movedSeconds: z.int().positive().optional(),
  /**
   * The pauses, in which the clock stands still, because the station of a reserved slot was full or offline.
   * They cost nothing. The field is absent if there are none.
   */
  pauses: z.array(OrderPause).max(mostPauses).optional(),
  payments: z.array(OrderPayment),
  /** Why the last charge failed; null unless the order is unpaid. */
  paymentFailure: z.enum(errorCodes).nullable(),
  /** The time by the server's clock. With it, a phone whose clock is wrong can show the correct elapsed time. */
  now: z.iso.datetime(),
});
export type Order = z.infer<typeof Order>;

/**
 * `GET /api/orders?status=&cursor=`: the newest first. Unpaid orders are on top of the first page. An order is left out
 * if no charger came out and nothing was captured.
 */
export const OrderQuery = z.object({
  status: OrderStatus.optional(),
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
export const OrderList = z.object({ orders: z.array(Order), nextCursor: z.string().nullable() });
export type OrderList = z.infer<typeof OrderList>;

/** The highest number of places in `OrderPlaces`. */
export const mostOrderPlaces = 200;

/** A station at which the rider has picked up or returned chargers. */
const OrderPlace = z.object({
  id: StationId,
  name: z.string(),
  address: z.string(),
  /** In degrees. */
  lat: z.number(),
  lng: z.number(),
  pickUps: z.int().nonnegative(),
  returns: z.int().nonnegative(),
  /** The time of the last pick-up or return. */
  lastAt: z.iso.datetime(),
});
export type OrderPlace = z.infer<typeof OrderPlace>;

/** `GET /api/orders/places`: the stations of the rider's orders, the most recently visited station first. */
export const OrderPlaces = z.object({ places: z.array(OrderPlace).max(mostOrderPlaces) });
export type OrderPlaces = z.infer<typeof OrderPlaces>;

/**
 * `GET /api/orders/current`: the order that home shows; null if there is none. Home shows the order that is being
 * prepared, in use, being settled or unpaid. Without such an order, home shows the order whose charger was returned in
 * the last ten minutes, unless the rider has dismissed the notice of the return.
 */
export const CurrentOrder = z.object({ order: Order.nullable() });
export type CurrentOrder = z.infer<typeof CurrentOrder>;

/**
 * `POST /api/orders/{id}/pay` (Idempotency-Key) pays the amount due. With `goCash`, the wallet pays up to its balance
 * and the payment method pays the rest. Without a method, the wallet must cover the amount due; if it does not, the
 * call returns `goCashInsufficient`. If the payment method is declined, the wallet pays nothing either. The call
 * returns the order.
 */
export const PayOrder = z.object({
  paymentMethodId: z.uuid().nullable(),
  goCash: z.boolean().default(false),
  /**
   * The amount that the app showed for the method, in minor units of the order's currency. If the
   * amount is different now, because GoCash was spent elsewhere, nothing is charged and the call
   * returns `priceChanged`. Without this field, the server charges the amount due, whatever amount
   * the app showed.
   */
  methodPays: z.int().nonnegative().optional(),
});
export type PayOrder = z.input<typeof PayOrder>;

/**
 * `POST /api/orders/{id}/pause` (Idempotency-Key): the station of the rider's reserved slot is full
 * or offline. The clock of the rental stands still for some minutes, and the reservation ends
 * without counting as unused. The call returns the order. During a pause, the call changes nothing.
 * If the station is online and has free slots, the call returns `slotsFree` with the number of free
 * slots. It returns `notPausable` if the operator offers no pauses, or if the rental is not
 * running, has had all its pauses, or has an open claim. It also returns `notPausable` if the
 * reservation is not valid, unless it expired in the last five minutes.
 */
export const PauseAtFullStation = z.strictObject({ reservationId: z.uuid() });
export type PauseAtFullStation = z.infer<typeof PauseAtFullStation>;

/**
 * `POST /api/orders/{id}/seen`: the rider has read the notice of the return. The home screen stops
 * showing the order.
 */
export const OrderSeen = z.object({});

/**
 * `POST /api/orders/{id}/dispute` (Idempotency-Key) opens a dispute about a bill. Support answers
 * the dispute. The call returns the order. It returns `notDisputable` if the order has no bill yet,
 * if nothing was charged and nothing is due, or if there was a dispute about the order before.
 */
export const OpenDispute = z.object({
  reason: DisputeReason,
  /** The rider's own text. */
  note: z.string().trim().max(1000).default(''),
});
export type OpenDispute = z.input<typeof OpenDispute>;
