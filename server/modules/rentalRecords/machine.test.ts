import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OrderStatus, RentalState } from '../../../contract/orders.ts';
import { PaymentState } from '../../../contract/payment.ts';
import { slotEvents, slotTransition } from '../cabinets/slotMachine.ts';
import { isInFlight, paymentEvents, paymentTransition } from '../payments/machine.ts';
import { openStates, orderStatus, rentalEvents, rentalTransition, statesOf } from './machine.ts';

function walk<S, E>(start: S, events: readonly E[], step: (state: S, event: E) => S | null): S[] {
  const path = [start];
  for (const event of events) path.push(step(path.at(-1) ?? start, event) ?? path.at(-1) ?? start);
  return path;
}

const rentalWalk = fc.array(fc.constantFrom(...rentalEvents), { maxLength: 40, size: 'max' });

test('an ended rental stays ended, unless its lost charger comes back', () => {
  for (const state of ['complete', 'failed', 'review'] as const) {
    for (const event of rentalEvents) {
      if (state === 'complete' && (event === 'returnedInTime' || event === 'found')) continue;
      expect(rentalTransition(state, event)).toBeNull();
    }
  }
});

test.each([
  ['returnedInTime', ['complete', 'lost', 'paying', 'settling', 'unpaid']],
  ['found', ['complete', 'lost', 'paying', 'unpaid']],
] as const)('after %s, the corrected bill is settled like any other bill', (event, states) => {
  const corrected = RentalState.options.filter((state) => rentalTransition(state, event));
  expect(corrected.sort()).toEqual(states);
  for (const state of corrected) expect(rentalTransition(state, event)).toBe('settling');
});

test('a late report of a return in time corrects the bill of a loss, whatever happened since the loss', () => {
  fc.assert(
    fc.property(rentalWalk, (events) => {
      const path = walk<RentalState, (typeof rentalEvents)[number]>(
        'lost',
        events,
        rentalTransition,
      );
      for (const state of path) expect(rentalTransition(state, 'returnedInTime')).toBe('settling');
    }),
  );
});

test('a rental without a proven eject is never billed', () => {
  fc.assert(
    fc.property(rentalWalk, (events) => {
      const path = walk<RentalState, (typeof rentalEvents)[number]>(
        'authorizing',
        events,
        rentalTransition,
      );
      const billed = path.findIndex((state) => ['settling', 'overdue', 'lost'].includes(state));
      if (billed >= 0) expect(path.slice(0, billed)).toContain('charging');
    }),
  );
});

test('without a swap, a rental opens a slot at most once, and only after the hold', () => {
  fc.assert(
    fc.property(rentalWalk, (all) => {
      const events = all.filter((event) => event !== 'swapBegun');
      const path = walk<RentalState, (typeof rentalEvents)[number]>(
        'authorizing',
        events,
        rentalTransition,
      );
      const openings = path.filter((state, i) => state === 'ejecting' && path[i - 1] !== state);
      expect(openings.length).toBeLessThanOrEqual(1);
    }),
  );
});

test('a rental can end from every state', () => {
  const ends = new Set<RentalState>(['complete', 'failed', 'review', 'lost']);
  for (const start of RentalState.options) {
    const reached = new Set([start]);
    for (const state of reached) {
      for (const event of rentalEvents) {
        const next = rentalTransition(state, event);
        if (next) reached.add(next);
      }
    }
    expect([...reached].some((state) => ends.has(state))).toBe(true);
  }
});

test('an open rental has the status `charging` or no status, and `statesOf` finds each state with a status', () => {
  for (const state of openStates) expect([null, 'charging']).toContain(orderStatus(state));
  const shown = OrderStatus.options.flatMap((status) => statesOf(status));
  const hidden = RentalState.options.filter((state) => orderStatus(state) === null);
  expect([...shown, ...hidden].sort()).toEqual([...RentalState.options].sort());
});

test('a hold ends once: it is captured, voided or expired', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...paymentEvents), { maxLength: 60 }), (events) => {
      const path = walk<PaymentState, (typeof paymentEvents)[number]>(
        'requested',
        events,
        paymentTransition,
      );
      const ended = path.findIndex((state) => ['captured', 'voided', 'expired'].includes(state));
      const after = ended < 0 ? [] : path.slice(ended);
      expect(after).not.toContain('authorized');
      expect(after).not.toContain('capturing');
      expect(after).not.toContain('voiding');
    }),
  );
});

test('a settled payment accepts no further answer', () => {
  for (const state of ['declined', 'voided', 'expired', 'refunded'] as const) {
    expect(isInFlight(state)).toBe(false);
    for (const event of paymentEvents) {
      // A bank may return the money of a refund days after the refund was accepted.
      const isReturned = state === 'refunded' && event === 'refundReturned';
      expect(paymentTransition(state, event)).toBe(isReturned ? 'captured' : null);
    }
  }
  for (const state of PaymentState.options) {
    // Every pending request can get an answer.
    if (!isInFlight(state)) continue;
    expect(paymentEvents.some((event) => paymentTransition(state, event))).toBe(true);
  }
});

test('an inventory does not make a charger available while its eject is pending', () => {
  for (const look of ['seenOccupied', 'seenEmpty'] as const) {
    expect(slotTransition('ejecting', look)).toBe('ejecting');
  }
  for (const event of slotEvents) {
    if (event !== 'reserve') expect(slotTransition('occupied', event)).not.toBe('reserved');
    expect(slotTransition('empty', event)).not.toBe('reserved');
  }
});
