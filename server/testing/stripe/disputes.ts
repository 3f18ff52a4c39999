import type { Account, AccountEvent } from './account.ts';
import type { Files } from './files.ts';
import { formOf, textOf, type Form } from './form.ts';
import { invalid, missing, newId } from './objects.ts';

interface Movement {
  id: string;
  object: 'balance_transaction';
  amount: number;
  currency: string;
  fee: number;
  net: number;
  reporting_category: 'dispute' | 'dispute_reversal';
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string | null;
  reason: string;
  status: string;
  balance_transactions: Movement[];
  evidence: Record<string, string>;
  evidence_details: {
    due_by: number | null;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  metadata: Record<string, string>;
}

interface Warning {
  id: string;
  object: 'radar.early_fraud_warning';
  actionable: boolean;
  charge: string;
  payment_intent: string;
  fraud_type: string;
}

/** Stripe's fee for a dispute in the USA, in cents. */
const disputeFee = 1500;

/** The disputes of an account (docs.stripe.com/api/disputes), and its early fraud warnings. */
export class Disputes {
  readonly all = new Map<string, Dispute>();
  readonly warnings = new Map<string, Warning>();
  readonly #account: Account;
  readonly #files: Files;
  readonly #send: (event: AccountEvent) => void;

  constructor(account: Account, files: Files, send: (event: AccountEvent) => void) {
    this.#account = account;
    this.#files = files;
    this.#send = send;
  }

  /** Opens a dispute, as if the cardholder had objected. A `warning_needs_response` moves no money. */
  open(
    intent: string,
    { status = 'needs_response', dueBy }: { status?: string; dueBy?: Date | undefined } = {},
  ): Dispute {
    const { amount_received: amount, currency } = this.#account.intent(intent);
    const dispute: Dispute = {
      id: newId('du'),
      object: 'dispute',
      amount,
      currency,
      charge: `ch_${intent}`,
      payment_intent: intent,
      reason: 'fraudulent',
      status,
      balance_transactions: [],
      evidence: {},
      evidence_details: {
        due_by: dueBy ? Math.floor(dueBy.getTime() / 1000) : null,
        has_evidence: false,
        past_due: false,
        submission_count: 0,
      },
      metadata: {},
    };
    this.all.set(dispute.id, dispute);
    this.#sendChange('created', dispute);
    if (status === 'needs_response') this.#move(dispute, -amount, disputeFee);
    for (const warning of this.warnings.values()) {
      if (warning.payment_intent === intent) warning.actionable = false;
    }
    return dispute;
  }

  /** Turns an inquiry into a chargeback. Its evidence must be submitted again. */
  escalate(id: string): void {
    const dispute = this.find(id);
    dispute.status = 'needs_response';
    this.#sendChange('updated', dispute);
    this.#move(dispute, -dispute.amount, disputeFee);
  }

  /** Closes a dispute. The status `won` also returns the money. */
  close(id: string, status: 'won' | 'lost' | 'warning_closed' | 'prevented'): void {
    const dispute = this.find(id);
    dispute.status = status;
    this.#sendChange('closed', dispute);
    if (status === 'won') this.#move(dispute, dispute.amount, 0);
  }

  /** Changes a won dispute to lost, as if the card network had corrected a decision. */
  correct(id: string): void {
    const dispute = this.find(id);
    dispute.status = 'lost';
    this.#sendChange('updated', dispute);
    this.#move(dispute, -dispute.amount, 0);
  }

  warn(intent: string): Warning {
    const warning: Warning = {
      id: newId('issfr'),
      object: 'radar.early_fraud_warning',
      actionable: true,
      charge: `ch_${intent}`,
      payment_intent: intent,
      fraud_type: 'made_with_stolen_card',
    };
    this.warnings.set(warning.id, warning);
    this.#send({ type: 'radar.early_fraud_warning.created', object: { ...warning } });
    return warning;
  }

  find(id: string): Dispute {
    const dispute = this.all.get(id);
    if (!dispute) throw missing('dispute');
    return dispute;
  }

  findWarning(id: string): Warning {
    const warning = this.warnings.get(id);
    if (!warning) throw missing('early_fraud_warning');
    return warning;
  }

  /** Handles `POST /v1/disputes/:id`. */
  update(id: string, form: Form): Dispute {
    const dispute = this.find(id);
    if (!dispute.status.endsWith('needs_response')) throw invalid('dispute_not_open');
    const evidence = formOf(form, 'evidence');
    const receipt = textOf(evidence, 'receipt');
    if (receipt !== undefined && !this.#files.all.has(receipt)) throw missing('file');
    for (const name of Object.keys(evidence)) dispute.evidence[name] = textOf(evidence, name) ?? '';
    dispute.evidence_details.has_evidence = true;
    if (textOf(form, 'submit') === 'true') {
      dispute.evidence_details.submission_count++;
      dispute.status = dispute.status.replace('needs_response', 'under_review');
    }
    this.#sendChange('updated', dispute);
    return dispute;
  }

  #move(dispute: Dispute, amount: number, fee: number): void {
    const { id, currency, payment_intent } = dispute;
    const source = { object: 'dispute', id, amount: dispute.amount, currency } as const;
    const moved = this.#account.balance.add('adjustment', {
      amount,
      fee,
      source: { ...source, ...(payment_intent !== null && { payment_intent }) },
    });
    dispute.balance_transactions.push({
      id: moved.id,
      object: 'balance_transaction',
      amount,
      currency: dispute.currency,
      fee,
      net: amount - fee,
      reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
    });
    this.#sendChange(amount < 0 ? 'funds_withdrawn' : 'funds_reinstated', dispute);
  }

  #sendChange(change: string, dispute: Dispute): void {
    this.#send({ type: `charge.dispute.${change}`, object: structuredClone(dispute) });
  }
}
