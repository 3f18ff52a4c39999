import type { Order, OrderLine, OrderPause } from '../../orders.ts';
import type { OrderPayment, PaidWith, PaymentStep } from '../../payment.ts';
import {
  isFlag,
  isMoney,
  isNumber,
  isOneOf,
  isText,
  isTime,
  listOf,
  objectOf,
  orAbsent,
  orNull,
  type Guard,
} from './shapes.ts';
import { isTariff } from './stationShapes.ts';

/** Accepts only these values, because the app has a text or an icon only for them. */
const isKind = isOneOf('card', 'applePay', 'googlePay', 'payPal', 'goCash');

const isPaidWith = objectOf<PaidWith>({
  kind: isKind,
  brand: isText,
  last4: isText,
  label: orNull(isText),
});

const isPayment = objectOf<OrderPayment>({
  id: isText,
  purpose: isOneOf('unlockFee', 'deposit', 'usage', 'overdue', 'topUp'),
  includesUnlockFee: orAbsent(isFlag),
  state: (value): value is OrderPayment['state'] => isText(value),
  authorized: isMoney,
  captured: isMoney,
  refunded: isMoney,
  at: isTime,
  method: isPaidWith,
  fromBonus: isMoney,
  steps: listOf(
    objectOf<PaymentStep>({
      step: isOneOf('placed', 'captured', 'released', 'refunded', 'declined'),
      amount: isMoney,
      at: isTime,
      failedAt: orAbsent(isTime),
    }),
  ),
});

const isPlace = objectOf<Order['station']>({
  id: isText,
  name: isText,
  address: isText,
  slots: orAbsent(isNumber),
  layout: orAbsent(
    objectOf<NonNullable<Order['station']['layout']>>({ rows: isNumber, columns: isNumber }),
  ),
});

/** Whether an order that is stored on the device has the fields that the app shows. */
export const isWholeOrder: Guard<Order> = objectOf<Order>({
  id: isText,
  number: isText,
  status: orNull(isOneOf('charging', 'unpaid', 'paying', 'complete')),
  state: isOneOf(
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
  ),
  failure: (value): value is Order['failure'] => value === null || isText(value),
  action: orNull(objectOf<NonNullable<Order['action']>>({ url: isText })),
  station: isPlace,
  slot: orNull(isNumber),
  createdAt: isTime,
  heldUntil: orAbsent(isTime),
  startedAt: orNull(isTime),
  returnedAt: orNull(isTime),
  foundAt: orAbsent(isTime),
  returnStation: orNull(isPlace),
  returnSlot: orNull(isNumber),
  tariff: isTariff,
  lines: listOf(
    objectOf<OrderLine>({
      kind: isOneOf(
        'unlockFee',
        'usage',
        'overdueFee',
        'graceRefund',
        'coupon',
        'supportRefund',
        'faultyCharger',
      ),
      amount: isMoney,
    }),
  ),
  total: orNull(isMoney),
  waived: orAbsent(isMoney),
  paid: isMoney,
  due: isMoney,
  paymentMethod: orNull(
    objectOf<NonNullable<Order['paymentMethod']>>({
      id: isText,
      kind: isKind,
      brand: isText,
      last4: isText,
      label: orNull(isText),
    }),
  ),
  usesGoCash: isFlag,
  coupon: orNull(
    objectOf<NonNullable<Order['coupon']>>({
      id: isText,
      kind: isOneOf('amountOff', 'freeMinutes'),
      amount: orNull(isMoney),
      minutes: orNull(isNumber),
      minimumTotal: orNull(isMoney),
    }),
  ),
  dispute: orNull(
    objectOf<NonNullable<Order['dispute']>>({
      reason: isOneOf('didNotComeOut', 'alreadyReturned', 'wrongAmount', 'other'),
      state: isOneOf('open', 'refunded', 'rejected'),
      openedAt: isTime,
      answeredAt: orNull(isTime),
      refunded: orNull(isMoney),
    }),
  ),
  faulty: orAbsent(
    objectOf<NonNullable<Order['faulty']>>({ swap: isOneOf('none', 'opening', 'done', 'failed') }),
  ),
  claim: orAbsent(
    objectOf<NonNullable<Order['claim']>>({
      id: isText,
      kind: isOneOf('returned', 'cannotReturn', 'notOut'),
      state: isOneOf('checking', 'support', 'confirmed', 'refused'),
      number: isText,
      at: isTime,
      checkedUntil: isTime,
      endedAt: orNull(isTime),
    }),
  ),
  movedSeconds: orAbsent(isNumber),
  pauses: orAbsent(
    listOf(objectOf<OrderPause>({ stationId: isText, startedAt: isTime, endsAt: isTime })),
  ),
  payments: listOf(isPayment),
  paymentFailure: (value): value is Order['paymentFailure'] => value === null || isText(value),
  now: isTime,
});
