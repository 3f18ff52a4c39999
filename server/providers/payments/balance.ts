/**
 * A change of the operator's balance at the payment provider. A transaction never changes afterwards.
 * Amounts are in minor units of their currency. They are positive for money that the operator gets.
 */
export interface BalanceTransaction {
  /** The id of the transaction at the provider. */
  readonly id: string;
  readonly kind: BalanceTransactionKind;
  /** The name that the provider gives to the kind of transaction. */
  readonly type: string;
  /** The hold or charge to which the transaction belongs; null if it belongs to none. */
  readonly authorization: string | null;
  /** The amount in the currency of the charge, which may differ from `currency`; without a charge, `gross`. */
  readonly charged: { readonly amount: number; readonly currency: string };
  /** The amount before the fee. `gross`, `fee` and `net` are in `currency`. */
  readonly gross: number;
  /** The fee; positive if the provider takes it. */
  readonly fee: number;
  readonly net: number;
  /** The currency in which the provider settles. */
  readonly currency: string;
  readonly createdAt: Date;
  /** When the provider can pay the money out. */
  readonly availableAt: Date;
  /** The payout of a transaction of the kind `payout`, `manualPayout` or `payoutReturned`; null for all other kinds. */
  readonly payout: string | null;
}

export const balanceTransactionKinds = [
  'charge',
  'refund',
  /** The refund failed, so its money came back. */
  'refundFailure',
  /** The bank withdrew a disputed amount, or returned it. */
  'chargeback',
  /** The provider took a fee that belongs to no charge. */
  'fee',
  /** A payout whose transactions the provider can list. */
  'payout',
  /** A payout that the provider does not assign to transactions. */
  'manualPayout',
  /** The payout failed or was cancelled, so its money came back. */
  'payoutReturned',
  'other',
] as const;
export type BalanceTransactionKind = (typeof balanceTransactionKinds)[number];

/** Selects the transactions since a time, or the transactions in a payout. */
export type TransactionSelection =
  | { readonly createdSince: Date }
  /** The result does not contain the transaction of the payout itself. */
  | { readonly payout: string };

/** `after` is the value `next` of the previous page; null for the first page. */
export type TransactionsRequest = TransactionSelection & { readonly after: string | null };

export type TransactionsResult =
  | {
      outcome: 'page';
      transactions: BalanceTransaction[];
      /** The position of the next page; null on the last page. */
      next: string | null;
    }
  | { outcome: 'unknown' };

/** The sums of all transactions until now, by currency. A currency without an entry has a sum of zero. */
export type BalanceResult =
  | { outcome: 'balance'; amounts: { currency: string; amount: number }[] }
  | { outcome: 'unknown' };
