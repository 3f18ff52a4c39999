import type { Order } from '../../contract/orders.ts';
import type { OrderPayment } from '../../contract/payment.ts';
import { station, visa } from './rider.ts';

export const usd = (amount: number) => ({ amount, currency: 'USD' });

const minute = 60_000;

export const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();

/** Creates a rental that began 102 minutes ago. `changes` has the values that the test needs. */
export function makeOrder(changes: Partial<Order> = {}): Order {
  return {
    id: '5e0c1c2a-5d35-4f9e-9a57-0d4d0f1a0001',
    number: 'R-7K3M-92QF',
    status: 'charging',
    state: 'charging',
    failure: null,
    action: null,
    station: { id: station.id, name: station.name, address: station.address },
    slot: 4,
    createdAt: ago(102),
    startedAt: ago(102),
    returnedAt: null,
    returnStation: null,
    returnSlot: null,
    tariff: station.tariff,
    lines: [],
    total: null,
    paid: usd(0),
    due: usd(0),
    paymentMethod: { id: visa.id, kind: 'card', brand: 'visa', last4: '4242', label: null },
    usesGoCash: false,
    coupon: null,
    dispute: null,
    payments: [makeHold('authorized')],
    paymentFailure: null,
    now: new Date().toISOString(),
    ...changes,
  };
}

export function makePayment(
  purpose: OrderPayment['purpose'],
  state: OrderPayment['state'],
  authorized: number,
  captured = 0,
  refunded = 0,
): OrderPayment {
  return {
    id: crypto.randomUUID(),
    purpose,
    state,
    authorized: usd(authorized),
    captured: usd(captured),
    refunded: usd(refunded),
    at: ago(1),
    method: { kind: 'card', brand: 'visa', last4: '4242', label: null },
    fromBonus: usd(0),
    steps: [],
  };
}

/** Creates the hold of the unlock fee and the deposit. */
export function makeHold(state: OrderPayment['state'], captured = 0, refunded = 0): OrderPayment {
  return { ...makePayment('deposit', state, 2100, captured, refunded), includesUnlockFee: true };
}

/** Creates the rental of `makeOrder` after a return to another cabinet and the payment. */
export function makeReturned(changes: Partial<Order> = {}): Order {
  return makeOrder({
    status: 'complete',
    state: 'complete',
    // Compute this time before `returnedAt`, because a later computation could make the duration
    // 101 minutes.
    startedAt: ago(102),
    returnedAt: ago(0),
    returnStation: { id: 'BCDEFGX', name: 'Central Library', address: '400 S State St' },
    returnSlot: 6,
    lines: [
      { kind: 'unlockFee', amount: usd(100) },
      { kind: 'usage', amount: usd(200) },
    ],
    total: usd(300),
    paid: usd(300),
    payments: [makeHold('captured', 300)],
    ...changes,
  });
}

/** Creates the rental of `makeReturned` with an unpaid bill, because the card was declined. */
export function makeUnpaid(changes: Partial<Order> = {}): Order {
  return makeReturned({
    status: 'unpaid',
    state: 'unpaid',
    paid: usd(0),
    due: usd(300),
    payments: [makeHold('voided'), makePayment('usage', 'declined', 300)],
    paymentFailure: 'paymentDeclined',
    ...changes,
  });
}
