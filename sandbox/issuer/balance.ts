import type { BalanceTransaction } from '../../server/providers/payments/balance.ts';
import type { Authorization } from './book.ts';
import type { PaymentRecord } from './wire.ts';

/** The issuer's fee for a charge: a share of the amount, and a fixed part in minor units. */
const feeRate = 0.029;
const feeFixed = 30;
const dayMs = 24 * 60 * 60_000;

type Listed = BalanceTransaction & {
  /** The payout that contains this transaction. */
  paidBy: string;
};

/**
 * Returns the changes of the merchant's balance, oldest first, computed from the issuer's records.
 * The issuer pays out the money of a day at the next midnight (UTC).
 */
export function balanceTransactions(
  records: readonly PaymentRecord[],
  authorizations: ReadonlyMap<string, Authorization>,
  now: Date,
): Listed[] {
  const moves = records.flatMap((record) => moveOf(record, authorizations) ?? []);
  return [...moves, ...payoutsOf(moves, now)].toSorted(
    (a, b) => a.createdAt.getTime() - b.createdAt.getTime(),
  );
}

/** Returns the merchant's balance for each currency: the sum of all transactions. */
export function balanceOf(
  transactions: readonly BalanceTransaction[],
): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { currency, net } of transactions) {
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** Returns the transaction of a record, or null if the record moved no money. */
function moveOf(
  { id, kind, authorization, amount, currency, outcome, at }: PaymentRecord,
  authorizations: ReadonlyMap<string, Authorization>,
): Listed | null {
  const isCharge = kind === 'charge' && outcome === 'captured';
  const isDone = (kind === 'capture' || kind === 'refund') && outcome === 'done';
  if (authorization === null || (!isCharge && !isDone)) return null;
  // If the cardholder confirmed the charge, the money moved at the time of the confirmation.
  const confirmed = isCharge ? authorizations.get(authorization)?.confirmedAt : null;
  const createdAt = new Date(confirmed ?? at);
  const gross = kind === 'refund' ? -amount : amount;
  const fee = kind === 'refund' ? 0 : Math.round(amount * feeRate) + feeFixed;
  return {
    id: `txn_${id}`,
    kind: kind === 'refund' ? 'refund' : 'charge',
    type: kind,
    authorization,
    charged: { amount: gross, currency },
    gross,
    fee,
    net: gross - fee,
    currency,
    createdAt,
    availableAt: nextMidnight(createdAt),
    payout: null,
    paidBy: payoutIdOf(nextMidnight(createdAt), currency),
  };
}

/**
 * Returns one payout for each past day and currency. A payout reduces the merchant's balance, so its amount is
 * negative. If the refunds and fees of the day exceed the charges, the amount is positive: the merchant pays the
 * issuer.
 */
function payoutsOf(moves: readonly Listed[], now: Date): Listed[] {
  const sums = new Map<string, { at: Date; currency: string; amount: number }>();
  for (const { paidBy, availableAt: at, currency, net } of moves) {
    if (at > now) continue;
    const before = sums.get(paidBy)?.amount ?? 0;
    sums.set(paidBy, { at, currency, amount: before + net });
  }
  return [...sums].map(([payout, { at, currency, amount }]) => ({
    id: `txn_${payout}`,
    kind: 'payout',
    type: 'payout',
    authorization: null,
    charged: { amount: -amount, currency },
    gross: -amount,
    fee: 0,
    net: -amount,
    currency,
    createdAt: at,
    availableAt: at,
    payout,
    paidBy: payout,
  }));
}

function nextMidnight(at: Date): Date {
  return new Date(at.getTime() - (at.getTime() % dayMs) + dayMs);
}

function payoutIdOf(at: Date, currency: string): string {
  return `po_${at.toISOString().slice(0, 10)}_${currency}`;
}
