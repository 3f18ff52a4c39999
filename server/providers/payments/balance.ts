/**
 * A change of the operator's balance at the payment provider. Existing transactions never change.
 * Amounts are in minor units of their currency, and positive for money that the operator gets.
 */
export interface BalanceTransaction {
  /** The provider's own id. */
  readonly id: string;
  readonly kind: BalanceTransactionKind;
  /** The provider's own name of the kind. */
  readonly type: string;
  /** The hold or charge that it belongs to; null if there is none. */
  readonly authorization: string | null;
  /** The amount in the currency of the charge. The provider may settle in another currency. */
  readonly charged: { readonly amount: number; readonly currency: string };
  /** In `currency`, like `fee` and `net`. */
  readonly gross: number;
  /** Positive for a fee that the provider takes. */
  readonly fee: number;
  readonly net: number;
  /** The currency in which the provider settles. */
  readonly currency: string;
  readonly createdAt: Date;
  /** When the money can be paid out. */
  readonly availableAt: Date;
  /** The payout of a `payout`, `manualPayout` or `payoutReturned`; null for all others. */
  readonly payout: string | null;
}

export const balanceTransactionKinds = [
  'charge',
  'refund',
  /** The money of a failed refund came back. */
  'refundFailure',
  /** The bank withdrew a disputed amount, or returned it. */
  'chargeback',
  /** A fee that belongs to no charge. */
  'fee',
  /** A payout whose transactions the provider can list. */
  'payout',
  /** A payout that the provider does not assign to transactions. */
  'manualPayout',
  /** The money of a failed or cancelled payout came back. */
  'payoutReturned',
  'other',
] as const;
export type BalanceTransactionKind = (typeof balanceTransactionKinds)[number];

/** The transactions since a time, or the transactions in a payout. */
export type TransactionSelection =
  | { readonly createdSince: Date }
  /** Excludes the transaction of the payout itself. */
  | { readonly payout: string };

/** `after` is the `next` of the previous page; null for the first page. */
export type TransactionsRequest = TransactionSelection & { readonly after: string | null };

export type TransactionsResult =
  | {
      outcome: 'page';
      transactions: BalanceTransaction[];
      /** Null on the last page. */
      next: string | null;
    }
  | { outcome: 'unknown' };

/** The sum of all transactions until now, by currency. A currency that is missing has zero. */
export type BalanceResult =
  | { outcome: 'balance'; amounts: { currency: string; amount: number }[] }
  | { outcome: 'unknown' };
