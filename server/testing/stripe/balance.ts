import { textOf, formOf, wholeOf, type Form } from './form.ts';
import { newId, type Intent, type Refund } from './objects.ts';

interface Source {
  object: 'charge' | 'refund' | 'payout' | 'dispute' | 'topup';
  id: string;
  amount: number;
  amount_captured?: number;
  currency: string;
  payment_intent?: string;
  automatic?: boolean;
}

/** A balance transaction that contains its source as an object. */
export interface Transaction {
  id: string;
  object: 'balance_transaction';
  type: string;
  balance_type: 'payments';
  amount: number;
  fee: number;
  net: number;
  currency: string;
  exchange_rate: number | null;
  created: number;
  available_on: number;
  source: Source | null;
}

/** Stripe's fee for a card in the United States, as a part of the amount. */
const feeRate = 0.029;
const feeFixed = 30;
const daySeconds = 24 * 60 * 60;

/** The balance of an account at Stripe, which each charge, refund and payout changes. */
export class Balance {
  /** The transactions, the oldest first. Tests change them, so that they differ from the books. */
  readonly transactions: Transaction[] = [];
  /** The ids of the transactions of each payout, by the id of the payout. */
  readonly paidOut = new Map<string, Set<string>>();
  /**
   * The currency and the exchange rate of the payouts, if they have another currency than the
   * charges; otherwise null.
   */
  settlement: { currency: string; rate: number } | null = null;
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  charged({ id, amount, amount_received: amount_captured, currency }: Intent): Transaction {
    const source: Source = {
      object: 'charge',
      id: newId('ch'),
      amount,
      amount_captured,
      currency,
      payment_intent: id,
    };
    const fee = Math.round(this.#settled(amount_captured) * feeRate) + feeFixed;
    return this.add('charge', { amount: this.#settled(amount_captured), fee, source });
  }

  refunded({ id, amount, currency, payment_intent }: Refund): Transaction {
    const source: Source = { object: 'refund', id, amount, currency, payment_intent };
    return this.add('refund', { amount: -this.#settled(amount), source });
  }

  refundFailed({ id, amount, currency, payment_intent }: Refund): Transaction {
    const source: Source = { object: 'refund', id, amount, currency, payment_intent };
    return this.add('refund_failure', { amount: this.#settled(amount), source });
  }

  /** Pays out all money that was not paid out before, except the amount `short`. */
  payOut({ short = 0, automatic = true } = {}): string {
    const id = newId('po');
    const before = new Set([...this.paidOut.values()].flatMap((ids) => [...ids]));
    const paid = this.transactions.filter(
      (one) => !before.has(one.id) && one.source?.object !== 'payout',
    );
    const currency = paid[0]?.currency ?? 'usd';
    const amount = paid.reduce((sum, { net }) => sum + net, 0) - short;
    const source: Source = { object: 'payout', id, amount, currency, automatic };
    const own = this.add('payout', { amount: -amount, source });
    this.paidOut.set(id, new Set([...paid, own].map((one) => one.id)));
    return id;
  }

  /** Makes a payout fail: the bank refused it, and the money comes back. */
  failPayout(payout: string): void {
    const made = this.transactions.find(({ source }) => source?.id === payout);
    if (made?.source) this.add('payout_failure', { amount: -made.amount, source: made.source });
  }

  add(
    type: string,
    { amount, fee = 0, source = null }: { amount: number; fee?: number; source?: Source | null },
  ): Transaction {
    const created = Math.floor(this.#now().getTime() / 1000);
    const transaction: Transaction = {
      id: newId('txn'),
      object: 'balance_transaction',
      type,
      balance_type: 'payments',
      amount,
      fee,
      net: amount - fee,
      currency: this.settlement?.currency ?? source?.currency ?? 'usd',
      exchange_rate: this.settlement?.rate ?? null,
      created,
      available_on: created + 2 * daySeconds,
      source,
    };
    this.transactions.push(transaction);
    return transaction;
  }

  /** The transactions that a list call asks for. The oldest comes first. */
  select(form: Form): Transaction[] {
    const payout = textOf(form, 'payout');
    const since = wholeOf(formOf(form, 'created'), 'gte') ?? 0;
    const paid = payout === undefined ? null : (this.paidOut.get(payout) ?? new Set());
    return this.transactions.filter(({ id, created }) => (paid ? paid.has(id) : created >= since));
  }

  read() {
    const sums = new Map<string, number>();
    for (const { currency, net } of this.transactions) {
      sums.set(currency, (sums.get(currency) ?? 0) + net);
    }
    const available = [...sums].map(([currency, amount]) => ({ currency, amount }));
    return { object: 'balance', livemode: false, available, pending: [] };
  }

  #settled(amount: number): number {
    return Math.round(amount * (this.settlement?.rate ?? 1));
  }
}
