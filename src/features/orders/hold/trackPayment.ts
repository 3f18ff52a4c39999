import type { Config } from '../../../../contract/config.ts';
import type { Money } from '../../../../contract/money.ts';
import type { OrderPayment, PaymentStep } from '../../../../contract/payment.ts';
import { bankRange, type BankRange } from './businessDays.ts';

/** The next step of a payment. */
export type NextStep =
  /** The hold, the charge, the release or the refund is not final yet. A hold may also wait for the cardholder. */
  | { kind: 'asking' | 'charging' | 'releasing' | 'refunding' }
  /** The amount is held until the charger is back. */
  | { kind: 'held' }
  /** The amount is released or refunded, and the bank shows this within `range`. */
  | { kind: 'bank'; range: BankRange; refunded: boolean }
  | { kind: 'goCash' }
  | null;

export interface TrackedPayment {
  steps: PaymentStep[];
  next: NextStep;
}

export function trackPayment(
  payment: OrderPayment,
  refunds: Config['refunds'],
  now: number,
): TrackedPayment {
  const steps = stepsOf(payment);
  return { steps, next: nextOf(payment, steps, refunds, now) };
}

function nextOf(
  { state, method }: OrderPayment,
  steps: readonly PaymentStep[],
  refunds: Config['refunds'],
  now: number,
): NextStep {
  switch (state) {
    case 'requested':
    case 'unknown':
    case 'actionRequired':
      return { kind: 'asking' };
    case 'authorized':
      return { kind: 'held' };
    case 'capturing':
      return { kind: 'charging' };
    case 'voiding':
      return { kind: 'releasing' };
    case 'refunding':
      return { kind: 'refunding' };
    case 'captured':
    case 'voided':
    case 'expired':
    case 'refunded': {
      const back = steps.findLast(
        ({ step, failedAt }) => step === 'released' || (step === 'refunded' && !failedAt),
      );
      if (!back) return null;
      if (method.kind === 'goCash') return { kind: 'goCash' };
      const range = bankRange(Date.parse(back.at), refunds, now);
      return { kind: 'bank', range, refunded: back.step === 'refunded' };
    }
    case 'declined':
      return null;
  }
}

/** Old payments have no recorded steps. Derive the steps from the state. */
function stepsOf(payment: OrderPayment): PaymentStep[] {
  const { steps, state, authorized, captured, refunded, at } = payment;
  if (steps.length > 0) return steps;
  const step = (name: PaymentStep['step'], amount: Money): PaymentStep[] =>
    amount.amount > 0 ? [{ step: name, amount, at }] : [];
  const rest = { amount: authorized.amount - captured.amount, currency: authorized.currency };
  switch (state) {
    case 'requested':
    case 'unknown':
    case 'actionRequired':
      return [];
    case 'declined':
      return step('declined', authorized);
    case 'authorized':
    case 'capturing':
    case 'voiding':
      return step('placed', authorized);
    case 'captured':
    case 'refunding':
    case 'refunded':
    case 'voided':
    case 'expired':
      return [
        ...step('captured', captured),
        ...step('released', rest),
        ...step('refunded', refunded),
      ];
  }
}
