import fc from 'fast-check';
import { expect, test } from 'vitest';
import { billRental } from '../../../contract/rules/pricing/pricing.ts';
import type { RentalState } from '../../../contract/orders.ts';
import {
  answerMove as answer,
  followPlan as follow,
  spentOf,
  type MutablePayment,
} from '../../testing/followPlan.ts';
import { testTariff } from '../../testing/stations.ts';
import { netCaptured, planNextSteps, planPayment, type PlannedPayment } from './plan.ts';

const tariff = testTariff;
const discount = null;

const held = (payments: readonly MutablePayment[]) =>
  payments.filter(({ state }) => state === 'authorized').length;

const answers = fc.infiniteStream(fc.boolean()).map((stream) => () => stream.next().value ?? true);

/** The GoCash balance. It is null if the rider does not pay with GoCash. */
const wallets = fc.option(fc.integer({ min: 100, max: 4000 }));

test('a rental places all its holds or none, and at most one of them on the card', () => {
  fc.assert(
    fc.property(answers, wallets, (agrees, wallet) => {
      const end = follow('authorizing', { total: null, payments: [], agrees, wallet });
      if (end.state === 'ejecting') expect(held(end.payments)).toBe(wallet === null ? 1 : 2);
      else
        expect({ state: end.state, held: held(end.payments) }).toEqual({
          state: 'failed',
          held: 0,
        });
    }),
  );
});

test('from any state of the payments, the rider pays exactly the bill in the end, or owes the rest without a hold', () => {
  const minutes = fc.integer({ min: 0, max: 60 * 72 });
  const before = fc.constantFrom<RentalState>('charging', 'overdue');
  fc.assert(
    fc.property(minutes, fc.boolean(), before, answers, wallets, (stay, sameStation, ...rest) => {
      const [from, agrees, wallet] = rest;
      const all = { total: null, payments: [], agrees: () => true, wallet };
      const opened = follow('authorizing', all);
      const running = follow(from, { total: null, payments: opened.payments, agrees, wallet });
      const { total } = billRental(testTariff, { startedAt: 0, until: stay * 60_000, sameStation });
      const end = follow('settling', { total, payments: running.payments, agrees, wallet });
      expect(held(end.payments)).toBe(0);
      const refusedRefund = end.payments.some(
        ({ captured, decline_reason }) => captured > 0 && decline_reason,
      );
      if (end.state === 'unpaid') expect(netCaptured(end.payments)).toBeLessThan(total);
      else {
        expect(end.state).toBe('complete');
        if (!refusedRefund) expect(netCaptured(end.payments)).toBe(total);
      }
      // The card pays only the part that GoCash cannot pay.
      const depositTaken = running.payments.some(({ captured }) => captured === tariff.deposit);
      if (wallet !== null && total > 0 && !depositTaken) {
        expect(spentOf(end.payments)).toBe(Math.min(total, wallet));
      }
    }),
  );
});

test('from any state of the payments, a lost rental with a return in time costs only the use until the return', () => {
  const minutes = fc.integer({ min: 0, max: testTariff.lostMinutes - 1 });
  fc.assert(
    fc.property(
      minutes,
      fc.boolean(),
      fc.boolean(),
      answers,
      wallets,
      (stay, sameStation, ...rest) => {
        const [paid, agrees, wallet] = rest;
        const all = { total: null, payments: [], agrees: () => true, wallet };
        const opened = follow('authorizing', all);
        const running = follow('overdue', { ...all, payments: opened.payments, agrees });
        const lost = testTariff.lostTotal;
        const billed = follow('lost', { ...all, total: lost, payments: running.payments, agrees });
        if (billed.state === 'unpaid' && paid) {
          const due = lost - netCaptured(billed.payments);
          for (const move of planPayment(billed.payments, due, 0))
            answer(billed.payments, move, true);
        }
        const { total } = billRental(testTariff, {
          startedAt: 0,
          until: stay * 60_000,
          sameStation,
        });
        const end = follow('settling', { total, payments: billed.payments, agrees, wallet });
        expect(held(end.payments)).toBe(0);
        const refusedRefund = end.payments.some(
          ({ captured, decline_reason }) => captured > 0 && decline_reason,
        );
        if (end.state === 'unpaid') expect(netCaptured(end.payments)).toBeLessThan(total);
        else {
          expect(end.state).toBe('complete');
          if (!refusedRefund) expect(netCaptured(end.payments)).toBe(total);
        }
      },
    ),
  );
});

test('a charge that waits for its confirmation is cancelled when the bill is corrected', () => {
  const waiting: PlannedPayment = {
    id: 'usage-1',
    source: 'provider',
    purpose: 'usage',
    attempt: 1,
    state: 'actionRequired',
    amount: 2900,
    captured: 0,
    refunded: 0,
    decline_reason: null,
  };
  const rental = { state: 'settling', tariff, discount, total: 400 } as const;
  const { moves } = planNextSteps(rental, [waiting], null);
  expect(moves).toEqual([{ do: 'void', payment: waiting }]);
});

test('a split payment charges both methods or neither', () => {
  const dues = fc.integer({ min: 1, max: 3000 });
  fc.assert(
    fc.property(dues, fc.integer({ min: 0, max: 4000 }), fc.boolean(), (due, has, agreed) => {
      const payments: MutablePayment[] = [];
      for (const move of planPayment(payments, due, Math.min(due, has))) {
        answer(payments, move, agreed);
      }
      const rental = { state: 'paying' as const, tariff, discount, total: due };
      for (const move of planNextSteps(rental, payments, 0).moves) answer(payments, move, true);
      const end = planNextSteps(rental, payments, 0);
      expect(end.moves).toEqual([]);
      expect(held(payments)).toBe(0);
      const isPaid = agreed || has >= due;
      expect(end.consequence?.event).toBe(isPaid ? 'settled' : 'chargeFailed');
      expect(netCaptured(payments)).toBe(isPaid ? due : 0);
      expect(spentOf(payments)).toBe(isPaid ? Math.min(due, has) : 0);
    }),
  );
});

test('no slot opens if GoCash is below the unlock fee', () => {
  const all = { total: null, payments: [], agrees: () => true, wallet: tariff.unlockFee - 1 };
  expect(follow('authorizing', all)).toMatchObject({ state: 'failed', payments: [] });
});

test('a failed rental captures and charges nothing', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<RentalState>('failed', 'review'),
      fc.boolean(),
      wallets,
      (state, taken, wallet) => {
        const all = { total: null, payments: [], agrees: () => true, wallet };
        const opened = follow('authorizing', all);
        const running = taken ? follow('charging', { ...all, payments: opened.payments }) : opened;
        const end = follow(state, { ...all, payments: running.payments });
        expect(held(end.payments)).toBe(0);
        expect(netCaptured(end.payments)).toBe(0);
        expect(end.wallet).toBe(wallet ?? 0);
      },
    ),
  );
});

const refusedDeposit: PlannedPayment = {
  id: 'deposit-1',
  source: 'provider',
  purpose: 'deposit',
  attempt: 1,
  state: 'voided',
  amount: tariff.deposit,
  captured: 0,
  refunded: 0,
  decline_reason: 'declined',
};

test.each([
  ['settling', 'usage'],
  ['lost', 'overdue'],
] as const)('a %s rental makes one charge after a refused capture', (state, purpose) => {
  const rental = { state, tariff, discount, total: 4500 };
  const { moves, consequence } = planNextSteps(rental, [refusedDeposit], null);
  expect(consequence).toBeNull();
  expect(moves).toMatchObject([{ do: 'ask', purpose, amount: 4500, charge: true, attempt: 1 }]);
  const declined: PlannedPayment = {
    ...refusedDeposit,
    id: 'charge',
    purpose,
    state: 'declined',
    amount: 4500,
    decline_reason: 'insufficientFunds',
  };
  expect(planNextSteps(rental, [refusedDeposit, declined], null)).toEqual({
    moves: [],
    consequence: { event: 'chargeFailed', reason: 'insufficientFunds' },
  });
});

test('a corrected bill is charged although the charge of the earlier bill was refused', () => {
  const refused: PlannedPayment = {
    ...refusedDeposit,
    id: 'charge',
    purpose: 'usage',
    state: 'declined',
    amount: 4500,
  };
  const rental = { state: 'settling', tariff, discount, total: 300 } as const;
  expect(planNextSteps(rental, [refused], null)).toMatchObject({
    moves: [{ do: 'ask', purpose: 'usage', amount: 300, attempt: 2 }],
    consequence: null,
  });
});

test('the provider gets no amount below its minimum charge, and only rests below it are waived', () => {
  const amounts = fc.integer({ min: 0, max: 3000 });
  const minimums = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(amounts, minimums, answers, wallets, (total, minimum, agrees, wallet) => {
      const all = { total: null, payments: [], agrees: () => true, wallet, minimum };
      const opened = follow('authorizing', all);
      const running = follow('charging', { ...all, payments: opened.payments, agrees });
      const end = follow('settling', { ...all, total, payments: running.payments, agrees });
      expect(held(end.payments)).toBe(0);
      expect(end.waived).toBeLessThan(Math.max(1, minimum));
      const refusedRefund = end.payments.some(
        ({ captured, decline_reason }) => captured > 0 && decline_reason,
      );
      if (end.state !== 'complete')
        expect(total - netCaptured(end.payments)).toBeGreaterThanOrEqual(minimum);
      else if (!refusedRefund) expect(netCaptured(end.payments) + end.waived).toBe(total);
    }),
  );
});

test('GoCash leaves no rest below the minimum charge for the card, unless the whole bill is below it', () => {
  const terms = { ...tariff, minimumCharge: 50 };
  const rental = { state: 'settling', tariff: terms, discount, total: 320 } as const;
  expect(planNextSteps(rental, [], 300).moves).toMatchObject([{ source: 'goCash', amount: 270 }]);
  expect(planNextSteps(rental, [], 320).moves).toMatchObject([{ source: 'goCash', amount: 320 }]);
  // The bill is below the minimum charge, so the card cannot pay any part of the bill. GoCash pays its balance, and the
  // server waives the rest.
  expect(planNextSteps({ ...rental, total: 40 }, [], 30).moves).toMatchObject([
    { source: 'goCash', amount: 30 },
  ]);
});

test('an unpaid bill below the minimum is waived and settled', () => {
  const terms = { ...tariff, minimumCharge: 50 };
  const unpaid = { state: 'unpaid', tariff: terms, discount } as const;
  expect(planNextSteps({ ...unpaid, total: 30 }, [], null).consequence).toEqual({
    event: 'waived',
    amount: 30,
  });
  expect(planNextSteps({ ...unpaid, total: 0 }, [], null).consequence).toEqual({
    event: 'settled',
  });
  expect(planNextSteps({ ...unpaid, total: 50 }, [], null).consequence).toBeNull();
});
