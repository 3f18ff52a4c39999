import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  billRental,
  quote,
  type Discount,
  type Tariff,
} from '../../../contract/rules/pricing/pricing.ts';
import { followPlan, type PlannedWorld, type MutablePayment } from '../../testing/followPlan.ts';
import { testTariff } from '../../testing/stations.ts';
import { netCaptured, planNextSteps, type Move } from './plan.ts';

const minute = 60_000;

const tariffs: fc.Arbitrary<Tariff> = fc
  .record({
    unlockFee: fc.integer({ min: 0, max: 300 }),
    rate: fc.integer({ min: 1, max: 300 }),
    deposit: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3000 })),
    depositCaptureMinutes: fc.integer({ min: 30, max: 1440 }),
    graceMinutes: fc.integer({ min: 0, max: 20 }),
    lostExtra: fc.integer({ min: 0, max: 4000 }),
  })
  .map(({ lostExtra, ...given }) => ({
    ...testTariff,
    ...given,
    lostTotal: given.unlockFee + lostExtra,
  }));

const minimumTotal = fc.constantFrom(0, 200);
const discounts: fc.Arbitrary<Discount | null> = fc.oneof(
  fc.constant(null),
  fc.record({
    kind: fc.constant('amountOff' as const),
    amount: fc.integer({ min: 1, max: 600 }),
    minimumTotal,
  }),
  fc.record({
    kind: fc.constant('freeMinutes' as const),
    minutes: fc.integer({ min: 1, max: 300 }),
    minimumTotal,
  }),
);

const stays = fc.integer({ min: 0, max: 50 * 60 });

const rentals = fc.record({
  tariff: tariffs,
  discount: discounts,
  stay: stays,
  sameStation: fc.boolean(),
  minimum: fc.constantFrom(0, 50, 300),
  wallet: fc.option(fc.integer({ min: 300, max: 5000 })),
  agrees: fc.infiniteStream(fc.boolean()).map((stream) => () => stream.next().value ?? true),
});

type Rental = typeof rentals extends fc.Arbitrary<infer T> ? T : never;

/** Runs a rental to its end. The provider accepts the hold. `given` contains the later answers of the provider. */
function run(given: Rental) {
  const { tariff, discount, stay, sameStation } = given;
  const payments: MutablePayment[] = [];
  const world: PlannedWorld = { ...given, total: null, payments };
  const begun = followPlan('authorizing', { ...world, agrees: () => true });
  const out = followPlan('charging', world);
  const isOverdue = stay >= tariff.depositCaptureMinutes;
  const overdue = isOverdue ? followPlan('overdue', world).moves : [];
  const isLost = stay >= tariff.lostMinutes;
  const times = { startedAt: 0, until: stay * minute, sameStation: sameStation && !isLost };
  const bill = billRental(tariff, times, discount);
  const end = followPlan(isLost ? 'lost' : 'settling', { ...world, total: bill.total });
  return { begun, out, overdue, end, bill, moves: [...begun.moves, ...overdue, ...end.moves] };
}

function holdsOnCard(moves: readonly Move[]) {
  return moves.flatMap((move) =>
    move.do === 'ask' && move.source === 'provider' && !move.charge ? [move] : [],
  );
}

function capturesOnCard(moves: readonly Move[]) {
  return moves.flatMap((move) =>
    move.do === 'capture' && move.payment.source === 'provider' ? [move] : [],
  );
}

test('a rental places at most one hold on the card, of the quoted amount, and captures it at most once', () => {
  fc.assert(
    fc.property(rentals, (given) => {
      const { begun, moves } = run(given);
      const terms = { ...given.tariff, minimumCharge: given.minimum };
      const { cardHold } = quote(terms, given.discount, given.wallet !== null);
      expect(begun.state).toBe('ejecting');
      expect(holdsOnCard(moves).map(({ amount }) => amount)).toEqual(
        cardHold > 0 ? [cardHold] : [],
      );
      expect(capturesOnCard(moves).length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test('the eject captures nothing, and an overdue rental captures the whole hold', () => {
  fc.assert(
    fc.property(rentals, (given) => {
      const { begun, out, overdue } = run(given);
      expect(out.moves).toEqual([]);
      if (given.stay < given.tariff.depositCaptureMinutes) return;
      const [hold] = holdsOnCard(begun.moves);
      expect(capturesOnCard(overdue).map(({ amount }) => amount)).toEqual(
        hold ? [hold.amount] : [],
      );
    }),
  );
});

test('at the end, the captured amount less refunds equals the bill, for all answers of the provider', () => {
  fc.assert(
    fc.property(rentals, (given) => {
      const { end, bill } = run(given);
      const net = netCaptured(end.payments) + end.waived;
      expect(end.payments.filter(({ state }) => state === 'authorized')).toEqual([]);
      if (end.state === 'unpaid') {
        expect(net).toBeLessThan(bill.total);
        return;
      }
      const isRefundRefused = end.payments.some(
        ({ captured, decline_reason }) => captured > 0 && decline_reason !== null,
      );
      if (isRefundRefused) expect(net).toBeGreaterThanOrEqual(bill.total);
      else expect(net).toBe(bill.total);
    }),
    { numRuns: 300 },
  );
});

test('a bill within the hold is settled with one move: one capture of the bill, or a void if nothing is due', () => {
  fc.assert(
    fc.property(rentals, (given) => {
      const agreed = { ...given, wallet: null, agrees: () => true };
      const { begun, overdue, end, bill } = run(agreed);
      const [hold] = holdsOnCard(begun.moves);
      if (!hold || overdue.length > 0 || bill.total > hold.amount) return;
      const isDue = bill.total >= Math.max(1, given.minimum);
      expect(capturesOnCard(end.moves).map(({ amount }) => amount)).toEqual(
        isDue ? [bill.total] : [],
      );
      expect(end.moves).toHaveLength(1);
    }),
  );
});

test('a failed rental captures nothing and releases the hold', () => {
  fc.assert(
    fc.property(rentals, fc.constantFrom('failed' as const, 'review' as const), (given, state) => {
      const world: PlannedWorld = { ...given, total: null, payments: [] };
      followPlan('authorizing', { ...world, agrees: () => true });
      const end = followPlan(state, { ...world, agrees: () => true });
      expect(end.moves.every((move) => move.do === 'void')).toBe(true);
      expect(end.payments.every(({ captured }) => captured === 0)).toBe(true);
    }),
  );
});

test('the hold contains the fee and the deposit; with GoCash it contains only the deposit', () => {
  const rental = { state: 'authorizing', tariff: testTariff, discount: null, total: null } as const;
  expect(planNextSteps(rental, [], null).moves).toMatchObject([
    { do: 'ask', purpose: 'rental', amount: 2100, source: 'provider', charge: false },
  ]);
  const reserved: MutablePayment = {
    ...former,
    source: 'goCash',
    purpose: 'unlockFee',
    amount: 100,
  };
  expect(planNextSteps(rental, [reserved], 0).moves).toMatchObject([
    { do: 'ask', purpose: 'deposit', amount: 2000, source: 'provider', charge: false },
  ]);
});

const former: Omit<MutablePayment, 'purpose' | 'amount'> = {
  id: '',
  source: 'provider',
  attempt: 1,
  state: 'authorized',
  captured: 0,
  refunded: 0,
  decline_reason: null,
};
const fee: MutablePayment = { ...former, id: 'fee', purpose: 'unlockFee', amount: 100 };
const deposit: MutablePayment = { ...former, id: 'deposit', purpose: 'deposit', amount: 2000 };

test('a rental that began with two separate holds gets the second hold, and no third hold', () => {
  const rental = { state: 'authorizing', tariff: testTariff, discount: null, total: null } as const;
  expect(planNextSteps(rental, [fee], null).moves).toMatchObject([
    { do: 'ask', purpose: 'deposit', amount: 2000, source: 'provider', charge: false },
  ]);
  expect(planNextSteps(rental, [fee, deposit], null)).toEqual({
    moves: [],
    consequence: { event: 'authorized' },
  });
  expect(planNextSteps(rental, [{ ...fee, state: 'unknown' }], null).moves).toEqual([]);
  // The fee was below the minimum charge, so it was not held.
  const terms = { ...testTariff, unlockFee: 30, minimumCharge: 50 };
  expect(planNextSteps({ ...rental, tariff: terms }, [deposit], null)).toEqual({
    moves: [],
    consequence: { event: 'authorized' },
  });
});

test('the fee of a rental with two holds is captured as soon as the charger is out', () => {
  const rental = { state: 'charging', tariff: testTariff, discount: null, total: null } as const;
  expect(planNextSteps(rental, [fee, deposit], null).moves).toEqual([
    { do: 'capture', payment: fee, amount: 100 },
  ]);
});
