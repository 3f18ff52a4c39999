import type { Stripe } from 'stripe';
import type {
  BalanceResult,
  BalanceTransaction,
  BalanceTransactionKind,
  TransactionsRequest,
  TransactionsResult,
} from '../balance.ts';
import { fromStripe } from './amounts.ts';
import { attempt } from './failures.ts';

const unknown = { outcome: 'unknown' } as const;

/** `list` returns only transactions of these balances, because `read` adds up only these balances. */
const countedBalances = new Set(['payments', 'refund_and_dispute_prefunding']);

/** Stripe's types of transactions (docs.stripe.com/reports/balance-transaction-types). All other types are `other`. */
const kinds: Readonly<Record<string, BalanceTransactionKind>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refundFailure',
  payment_failure_refund: 'refundFailure',
  stripe_fee: 'fee',
  stripe_fx_fee: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
  payout_cancel: 'payoutReturned',
  payout_failure: 'payoutReturned',
};

/** The operator's balance at Stripe, and its changes (docs.stripe.com/api/balance_transactions). */
export class StripeBalance {
  readonly #stripe: Stripe;

  constructor(stripe: Stripe) {
    this.#stripe = stripe;
  }

  async list(request: TransactionsRequest): Promise<TransactionsResult> {
    const page = await attempt(
      'a list of balance transactions',
      this.#stripe.balanceTransactions.list({
        limit: 100,
        expand: ['data.source'],
        ...('payout' in request
          ? { payout: request.payout }
          : { created: { gte: Math.floor(request.createdSince.getTime() / 1000) } }),
        ...(request.after !== null && { starting_after: request.after }),
      }),
    );
    if (!page.ok) {
      if (page.failure.kind === 'refused') throw page.failure.error;
      return unknown;
    }
    const { data, has_more } = page.value;
    return {
      outcome: 'page',
      transactions: data
        .filter(({ balance_type }) => countedBalances.has(balance_type))
        .map(transactionOf)
        .filter(({ payout }) => !('payout' in request) || payout !== request.payout),
      next: has_more ? (data.at(-1)?.id ?? null) : null,
    };
  }

  async read(): Promise<BalanceResult> {
    const read = await attempt('the balance', this.#stripe.balance.retrieve());
    if (!read.ok) {
      if (read.failure.kind === 'refused') throw read.failure.error;
      return unknown;
    }
    const { available, pending, refund_and_dispute_prefunding: prefunding } = read.value;
    const parts = [
      ...available,
      ...pending,
      ...(prefunding?.available ?? []),
      ...(prefunding?.pending ?? []),
    ];
    const sums = new Map<string, number>();
    for (const { currency, amount } of parts) {
      const code = currency.toUpperCase();
      sums.set(code, (sums.get(code) ?? 0) + fromStripe(amount, code));
    }
    return {
      outcome: 'balance',
      amounts: [...sums].map(([currency, amount]) => ({ currency, amount })),
    };
  }
}

function transactionOf(transaction: Stripe.BalanceTransaction): BalanceTransaction {
  const { id, type, created, available_on } = transaction;
  const currency = transaction.currency.toUpperCase();
  const source = typeof transaction.source === 'object' ? transaction.source : null;
  const kind = kindOf(type, source);
  const gross = fromStripe(transaction.amount, currency);
  return {
    id,
    kind,
    type,
    authorization: authorizationOf(source),
    charged: chargedOf(kind, source, Math.sign(transaction.amount)) ?? { amount: gross, currency },
    gross,
    fee: fromStripe(transaction.fee, currency),
    net: fromStripe(transaction.net, currency),
    currency,
    createdAt: new Date(created * 1000),
    availableAt: new Date(available_on * 1000),
    payout: source?.object === 'payout' ? source.id : null,
  };
}

type Source = Exclude<Stripe.BalanceTransaction['source'], string>;

function kindOf(type: string, source: Source): BalanceTransactionKind {
  if (type === 'adjustment') return source?.object === 'dispute' ? 'chargeback' : 'other';
  const kind = kinds[type] ?? 'other';
  const isManual = kind === 'payout' && !(source?.object === 'payout' && source.automatic);
  return isManual ? 'manualPayout' : kind;
}

function authorizationOf(source: Source): string | null {
  switch (source?.object) {
    case 'charge':
    case 'refund':
    case 'dispute': {
      const { payment_intent: intent } = source;
      return typeof intent === 'object' ? (intent?.id ?? null) : intent;
    }
    default:
      return null;
  }
}

/** The amount in the currency of the charge, with the sign of the change; null without a charge. */
function chargedOf(
  kind: BalanceTransactionKind,
  source: Source,
  sign: number,
): BalanceTransaction['charged'] | null {
  switch (source?.object) {
    case 'charge':
    case 'refund':
    case 'dispute': {
      // Only the captured part of a hold changes the balance.
      const amount = source.object === 'charge' ? source.amount_captured : source.amount;
      const currency = source.currency.toUpperCase();
      const signed = kind === 'refund' ? -1 : kind === 'refundFailure' ? 1 : sign;
      return { amount: signed * fromStripe(amount, currency), currency };
    }
    default:
      return null;
  }
}
