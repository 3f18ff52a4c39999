import type { ChargebackState } from '../../db/schema.ts';
import type { ChargebackReport, ChargebackStage } from '../../providers/payments/provider.ts';
import type { Booking, Entry } from '../ledger/ledger.ts';

/** The data that the state machine stores about a chargeback. Amounts are in minor units. */
export interface ChargebackRecord {
  readonly state: ChargebackState;
  readonly withdrawn: number;
  readonly reinstated: number;
  readonly lost: number;
  readonly loss_bookings: number;
  readonly movements: readonly string[];
}

/**
 * The states in the order in which a chargeback reaches them. A report can only move a chargeback to a later state, so
 * the order in which reports arrive does not matter. In rare cases, a bank corrects its decision, and a later state
 * follows `won` or `warningClosed`.
 */
const order: readonly ChargebackState[] = [
  'warned',
  'warningClosed',
  'opened',
  'evidenceSent',
  'refunded',
  'won',
  'lost',
];

const stateOf: Record<Exclude<ChargebackStage, 'other'>, ChargebackState> = {
  inquiry: 'warned',
  inquiryAnswered: 'warned',
  inquiryClosed: 'warningClosed',
  needsEvidence: 'opened',
  evidenceSent: 'evidenceSent',
  refunded: 'refunded',
  won: 'won',
  lost: 'lost',
};

export const finalStates: readonly ChargebackState[] = ['warningClosed', 'refunded', 'won', 'lost'];

/** Whether the chargeback or the inquiry is closed. The bank may still correct its decision. */
export function isFinal(state: ChargebackState): boolean {
  return finalStates.includes(state);
}

export const newRecord: ChargebackRecord = {
  state: 'warned',
  withdrawn: 0,
  reinstated: 0,
  lost: 0,
  loss_bookings: 0,
  movements: [],
};

/** The id of a chargeback and the id of its payment. */
interface Identity {
  readonly id: string;
  readonly payment_id: string;
}

interface Followed {
  record: ChargebackRecord;
  /** The bookings for the ledger. Each booking is made once. */
  bookings: Pick<Booking, 'key' | 'currency' | 'entries'>[];
  /**
   * Whether support must look at the chargeback, because the bank changed its decision or the provider reported an
   * unknown stage.
   */
  needsPerson: boolean;
}

/**
 * Computes the next state from a report of the provider. Also returns the bookings for the new
 * movements in the report, and a booking if the loss has changed.
 *
 * @param chargeback the server's ids, for the keys of the bookings.
 */
export function followReport(
  chargeback: Identity,
  before: ChargebackRecord,
  report: Pick<ChargebackReport, 'stage' | 'movements' | 'currency'>,
): Followed {
  const reported = report.stage === 'other' ? before.state : stateOf[report.stage];
  const state = order.indexOf(reported) > order.indexOf(before.state) ? reported : before.state;
  const fresh = report.movements.filter((moved) => !before.movements.includes(moved.id));
  const sum = (kind: 'withdrawn' | 'reinstated') =>
    fresh.filter((moved) => moved.kind === kind).reduce((all, { amount }) => all + amount, 0);
  const withdrawn = before.withdrawn + sum('withdrawn');
  const reinstated = before.reinstated + sum('reinstated');
  const lost = isLoss(state) ? withdrawn - reinstated : 0;
  const bookings = fresh.flatMap((moved) => bookingsOf(chargeback, moved, report.currency));
  const loss_bookings = before.loss_bookings + (lost === before.lost ? 0 : 1);
  if (lost !== before.lost) {
    const [debit, credit] = ['chargebackLosses', 'chargebacks'] as const;
    bookings.push({
      key: `chargeback:${chargeback.id}:lost:${loss_bookings}`,
      currency: report.currency,
      entries: [signed({ debit, credit, amount: lost - before.lost })],
    });
  }
  const movements = [...before.movements, ...fresh.map((moved) => moved.id)];
  return {
    record: { state, withdrawn, reinstated, lost, loss_bookings, movements },
    bookings,
    needsPerson: report.stage === 'other' || (isFinal(before.state) && reported !== before.state),
  };
}

/** Whether the withdrawn amount counts as lost in this state. */
function isLoss(state: ChargebackState): boolean {
  return state === 'lost' || state === 'refunded';
}

/**
 * The bookings of a movement. Their keys contain the id of the payment, because the reconciliation matches the
 * provider's transactions by this id. The fee has a separate booking, because it may be in another currency.
 */
function bookingsOf(
  { id, payment_id: payment }: Identity,
  { id: movement, kind, amount, fee }: ChargebackReport['movements'][number],
  currency: string,
): Followed['bookings'] {
  const change = kind === 'withdrawn' ? amount : -amount;
  const moved = signed({ debit: 'chargebacks', credit: 'clearing', amount: change });
  const paid = signed({ debit: 'chargebackFees', credit: 'clearing', amount: fee.amount });
  return [
    { key: `chargeback:${id}:${payment}:${kind}:${movement}`, currency, entries: [moved] },
    { key: `chargebackFee:${id}:${payment}:${movement}`, currency: fee.currency, entries: [paid] },
  ].filter(({ entries }) => entries.every(({ amount: positive }) => positive > 0));
}

/** If the amount is negative, swaps debit and credit and makes the amount positive. */
function signed({ debit, credit, amount }: Entry): Entry {
  return amount < 0 ? { debit: credit, credit: debit, amount: -amount } : { debit, credit, amount };
}
