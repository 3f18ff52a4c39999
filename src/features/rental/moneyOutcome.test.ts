import { expect, it } from 'vitest';
import { makePayment, usd } from '../../testing/orders.ts';
import { moneyOutcome } from './moneyOutcome.ts';

const outcome = (...payments: ReturnType<typeof makePayment>[]) =>
  moneyOutcome({ payments, paid: usd(0) });

it('the outcome shows what happened to the money', () => {
  expect(outcome()).toEqual({ kind: 'nothingCharged', amount: usd(0) });
  expect(
    outcome(makePayment('unlockFee', 'declined', 100), makePayment('deposit', 'requested', 2000)),
  ).toEqual({ kind: 'nothingCharged', amount: usd(0) });
  expect(
    outcome(makePayment('unlockFee', 'voided', 100), makePayment('deposit', 'voided', 2000)),
  ).toEqual({ kind: 'holdReleased', amount: usd(2100) });
  expect(
    outcome(makePayment('unlockFee', 'voided', 100), makePayment('deposit', 'voiding', 2000)),
  ).toEqual({ kind: 'holdReleasing', amount: usd(2100) });
  expect(
    outcome(makePayment('unlockFee', 'declined', 100), makePayment('deposit', 'voided', 2000)),
  ).toEqual({ kind: 'holdReleased', amount: usd(2000) });
});

it('the outcome is that of the charged payment if another payment was only held', () => {
  expect(
    outcome(
      makePayment('unlockFee', 'refunding', 100, 100),
      makePayment('deposit', 'voided', 2000),
    ),
  ).toEqual({ kind: 'givingBack', amount: usd(100) });
  expect(outcome(makePayment('unlockFee', 'refunded', 100, 100, 100))).toEqual({
    kind: 'givenBack',
    amount: usd(100),
  });
});
