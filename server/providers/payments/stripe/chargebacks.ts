import type { Stripe } from 'stripe';
import type {
  ChargebackEvidence,
  ChargebackMovement,
  ChargebackReport,
  ChargebackResult,
  ChargebackStage,
  FraudWarningResult,
  MoveResult,
  UploadResult,
} from '../provider.ts';
import { fromStripe } from './amounts.ts';
import { attempt, type Failure } from './failures.ts';
import { keyOf, type KeyStore } from './keys.ts';

const unknown = { outcome: 'unknown' } as const;
const missing = { outcome: 'missing' } as const;
const done = { outcome: 'done' } as const;
const tooLate = { outcome: 'declined', reason: 'declined' } as const;

/** See docs.stripe.com/api/disputes/object#dispute_object-status. */
const stages: Readonly<Record<string, ChargebackStage>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiryAnswered',
  warning_closed: 'inquiryClosed',
  needs_response: 'needsEvidence',
  appeal_needs_response: 'needsEvidence',
  under_review: 'evidenceSent',
  appeal_under_review: 'evidenceSent',
  // The operator set a rule at the card network. This rule refunded the charge, so that no
  // chargeback began.
  prevented: 'refunded',
  charge_refunded: 'refunded',
  won: 'won',
  lost: 'lost',
};

/** The stages in which Stripe accepts evidence. */
const open: readonly ChargebackStage[] = ['inquiry', 'needsEvidence'];

/** Chargebacks, which Stripe calls disputes, and early fraud warnings. */
export class StripeChargebacks {
  readonly #stripe: Stripe;
  readonly #keys: KeyStore;

  constructor(stripe: Stripe, keys: KeyStore) {
    this.#stripe = stripe;
    this.#keys = keys;
  }

  async read({ chargeback }: { chargeback: string }): Promise<ChargebackResult> {
    const found = await attempt('a chargeback', this.#stripe.disputes.retrieve(chargeback));
    if (!found.ok) return afterLookUp(found.failure);
    const report = reportOf(found.value);
    return report ? { outcome: 'found', ...report } : missing;
  }

  /**
   * Uploads a file (docs.stripe.com/api/files/create). If the key is used up, the outcome is `unknown`, and the next
   * call uses the next key.
   */
  async uploadReceipt({
    key,
    name,
    pdf,
  }: {
    key: string;
    name: string;
    pdf: Uint8Array;
  }): Promise<UploadResult> {
    const spent = await this.#keys.spent(key);
    const uploaded = await attempt(
      'a receipt',
      this.#stripe.files.create(
        { purpose: 'dispute_evidence', file: { data: pdf, name, type: 'application/pdf' } },
        { idempotencyKey: keyOf(key, spent) },
      ),
    );
    if (uploaded.ok) return { outcome: 'uploaded', file: uploaded.value.id };
    const { kind } = uploaded.failure;
    if (kind === 'refused' || kind === 'declined') return { outcome: 'refused' };
    if (kind === 'keySpent') await this.#keys.spend(key, spent);
    return unknown;
  }

  /**
   * Submits the evidence once. First it reads whether the evidence was already submitted, because Stripe
   * deletes idempotency keys after a day.
   */
  async sendEvidence({
    key,
    chargeback,
    evidence,
  }: {
    key: string;
    chargeback: string;
    evidence: ChargebackEvidence;
  }): Promise<MoveResult> {
    const before = await this.read({ chargeback });
    if (before.outcome === 'unknown') return unknown;
    if (before.outcome === 'missing') return tooLate;
    if (!open.includes(before.stage)) return isAnswered(before.stage) ? done : tooLate;
    const spent = await this.#keys.spent(key);
    const sent = await attempt(
      'evidence',
      this.#stripe.disputes.update(
        chargeback,
        { evidence: fieldsOf(evidence), metadata: { key }, submit: true },
        { idempotencyKey: keyOf(key, spent) },
      ),
    );
    if (sent.ok) return done;
    const { kind } = sent.failure;
    if (kind === 'refused' || kind === 'declined') return tooLate;
    // The key is used up, because Stripe would repeat its internal error for this key.
    if (kind === 'keySpent') await this.#keys.spend(key, spent);
    return unknown;
  }

  async readWarning({ warning }: { warning: string }): Promise<FraudWarningResult> {
    const found = await attempt(
      'a fraud warning',
      this.#stripe.radar.earlyFraudWarnings.retrieve(warning),
    );
    if (!found.ok) return afterLookUp(found.failure);
    const { payment_intent, actionable } = found.value;
    const authorization = idOf(payment_intent);
    return authorization ? { outcome: 'found', authorization, isActionable: actionable } : missing;
  }
}

function isAnswered(stage: ChargebackStage): boolean {
  return stage === 'evidenceSent' || stage === 'inquiryAnswered';
}

function afterLookUp(failure: Failure): typeof missing | typeof unknown {
  if (failure.kind !== 'refused') return unknown;
  if (failure.code === 'resource_missing') return missing;
  throw failure.error;
}

/**
 * Returns the report of a chargeback; null if the charge has no PaymentIntent. Another product on the same Stripe
 * account made such a charge.
 */
function reportOf(dispute: Stripe.Dispute): ChargebackReport | null {
  const authorization = idOf(dispute.payment_intent);
  if (!authorization) return null;
  const currency = dispute.currency.toUpperCase();
  const amount = fromStripe(dispute.amount, currency);
  const { due_by, past_due } = dispute.evidence_details;
  return {
    chargeback: dispute.id,
    authorization,
    amount,
    currency,
    reason: dispute.reason,
    stage: stages[dispute.status] ?? 'other',
    dueBy: due_by === null || past_due ? null : new Date(due_by * 1000),
    movements: dispute.balance_transactions.map((moved) => movementOf(moved, { amount, currency })),
  };
}

/**
 * The amount is in the currency of the charge. The fee is in the currency of the balance, and this
 * currency may be different.
 */
function movementOf(
  moved: Stripe.BalanceTransaction,
  disputed: { amount: number; currency: string },
): ChargebackMovement {
  const currency = moved.currency.toUpperCase();
  const isSame = currency === disputed.currency;
  return {
    id: moved.id,
    kind: moved.amount < 0 ? 'withdrawn' : 'reinstated',
    amount: isSame ? fromStripe(Math.abs(moved.amount), currency) : disputed.amount,
    fee: { amount: fromStripe(moved.fee, currency), currency },
  };
}

/** See docs.stripe.com/api/disputes/update. A text may have at most 20,000 characters. */
function fieldsOf(evidence: ChargebackEvidence): Stripe.DisputeUpdateParams.Evidence {
  const short = (text: string) => text.slice(0, 20_000);
  return {
    product_description: short(evidence.product),
    service_date: short(evidence.serviceDate),
    access_activity_log: short(evidence.activity),
    refund_policy_disclosure: short(evidence.terms),
    uncategorized_text: short(evidence.more),
    ...(evidence.receipt !== undefined && { receipt: evidence.receipt }),
  };
}

function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (typeof reference === 'string') return reference;
  return reference?.id ?? null;
}
