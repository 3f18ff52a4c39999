import type { CardForm, PaymentMethodKind, SheetKind } from '../../../contract/payment.ts';
import type { BalanceResult, TransactionsRequest, TransactionsResult } from './balance.ts';

/**
 * The port to the payment provider. Every call that moves money has an idempotency key: calls with
 * the same key have one effect. A repeated call with the same key resolves an unknown outcome.
 * Amounts are in minor units of `currency`.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The smallest amount of a hold, charge or capture, in minor units; 0 if none is known. */
  minimumCharge(currency: string): number;
  /** How the rider's browser adds a new payment method. */
  cardForm(): CardForm;
  /**
   * The provider's origins that the app may load, by directive of the content security policy.
   */
  contentSources(): { frames: string[]; scripts: string[]; connects: string[] };
  /**
   * Prepares the provider's library in the browser to add a payment method. Null if no preparation
   * is needed, or if the kind is not offered.
   */
  beginSetup(request: SetupRequest): Promise<SetupResult | null>;
  /**
   * Exchanges a token of the card form or a payment sheet for a permanent reference to the card or
   * account.
   */
  attach(request: { key: string; token: string; customer: string }): Promise<AttachResult>;
  /**
   * Removes a card at the provider, so that it cannot be charged any more. The outcome is also `done`
   * if the card was removed before.
   */
  detach(request: { key: string; card: string }): Promise<MoveResult>;
  /**
   * Deletes the customer at the provider with all saved cards. Past payments stay there, and can be
   * refunded. The outcome is also `done` if there is no such customer.
   */
  deleteCustomer(request: { key: string; customer: string }): Promise<MoveResult>;
  /** Changes a card's data at the provider: its expiry date or billing address. */
  edit(request: CardEdit): Promise<MoveResult>;
  /** Creates a hold, or a charge if `capture` is set. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeResult>;
  /** Captures up to the held amount, once. The rest of the hold is released. */
  capture(request: {
    key: string;
    authorization: string;
    amount: number;
    currency: string;
  }): Promise<MoveResult>;
  /** Ends a hold without a capture. */
  void(request: { key: string; authorization: string }): Promise<MoveResult>;
  refund(request: {
    key: string;
    authorization: string;
    amount: number;
    currency: string;
  }): Promise<MoveResult | Failed>;
  /** Reads a page of the changes of the balance at the provider. The same request gets the same page. */
  listTransactions(request: TransactionsRequest): Promise<TransactionsResult>;
  /** Reads the balance of the operator's account. It includes money that the provider cannot pay out yet. */
  readBalance(): Promise<BalanceResult>;
  /** Reads the state of a hold or a charge, including changes made in the provider's own pages. */
  readPayment(request: { authorization: string }): Promise<PaymentReport>;
  /** Reads the current state of a chargeback, with all its movements of money. */
  readChargeback(request: { chargeback: string }): Promise<ChargebackResult>;
  /**
   * Uploads a receipt that is part of the evidence against a chargeback. `refused`: the provider
   * does not accept this file.
   */
  uploadReceipt(request: { key: string; name: string; pdf: Uint8Array }): Promise<UploadResult>;
  /**
   * Sends the evidence against a chargeback, once: banks accept no second submission in the same
   * stage of the procedure. `declined` if it is too late.
   */
  sendEvidence(request: {
    key: string;
    chargeback: string;
    evidence: ChargebackEvidence;
  }): Promise<MoveResult>;
  /** Reads an early fraud warning. */
  readFraudWarning(request: { warning: string }): Promise<FraudWarningResult>;
  /**
   * Reads a webhook message; null if its signature is invalid or it is too old. Except for a card's
   * expiry date, the message is only a hint: the caller then reads the current state.
   */
  readWebhook(message: {
    body: string;
    headers: Readonly<Record<string, string | string[] | undefined>>;
    now: Date;
  }): WebhookEvent | null;
}

/** A repeated message has the same `id`. */
export type WebhookEvent = { id: string } & (
  | {
      about: 'authorization';
      authorization: string;
      /** The idempotency key of the hold, if the provider sends it. */
      key?: string | undefined;
      /** The hold has ended: it was captured or cancelled. */
      isOver?: boolean;
    }
  /** Captured money was refunded. */
  | { about: 'refund'; authorization: string }
  /** The bank renewed a card, or changed its data. */
  | { about: 'card'; card: string; expiryMonth: number; expiryYear: number }
  /** A refund that counted as done failed: the card's bank refused it. */
  | {
      about: 'refundFailed';
      authorization: string;
      /** The provider's own id of the refund. */
      refund: string;
      amount: number;
      /** The idempotency key of the refund, if the provider sends it. */
      key?: string | undefined;
    }
  /** A chargeback began or changed. The id is the provider's own. */
  | { about: 'chargeback'; chargeback: string }
  /** The card's bank suspects that a charge is fraud. The id is the provider's own. */
  | { about: 'fraudWarning'; warning: string }
  | { about: 'other' }
);

export interface CardEdit {
  key: string;
  card: string;
  expiryMonth?: number | undefined;
  expiryYear?: number | undefined;
  country?: string | undefined;
  postalCode?: string | undefined;
}

export interface SetupRequest {
  key: string;
  customer: string;
  /** A card by default. */
  kind?: 'card' | SheetKind | undefined;
}

export type SetupResult =
  | { outcome: 'ready'; id: string; clientSecret: string }
  | { outcome: 'unknown' };

export interface AuthorizeRequest {
  key: string;
  card: string;
  customer: string;
  amount: number;
  currency: string;
  /** A text that the provider's pages show, such as the order's number. */
  description: string;
  /** The number for the cardholder's statement; absent for a method without a card, such as PayPal. */
  statement?: string | undefined;
  /** `true`: a charge, which holds and captures in one step; `false`: a hold. */
  capture: boolean;
  /** Whether the cardholder is present to confirm; otherwise `actionRequired` is a decline. */
  onSession: boolean;
  /**
   * Set if the call may have been made before: the time of the first call, and its authorization if
   * known. It is not part of the request that the key identifies. Providers forget keys after about a
   * day; after that, the adapter looks up the payment.
   */
  before?: { at: Date; authorization: string | null } | undefined;
}

/**
 * The state of a hold or a charge at the provider. `open` means that no money is held or charged yet. Amounts
 * are in minor units.
 */
export type PaymentReport =
  | {
      outcome: 'found';
      state: 'open' | 'held' | 'captured' | 'canceled';
      captured: number;
      refunds: readonly ReportedRefund[];
    }
  | Missing
  | Unknown;

export interface ReportedRefund {
  /** The provider's own id. */
  id: string;
  amount: number;
  /** Our idempotency key, if we made the refund. */
  key: string | null;
  /** The refund failed or was cancelled, maybe days later, so the operator still has the money. */
  hasFailed: boolean;
}

/**
 * The stage of a chargeback at the provider. In an inquiry the bank only asks, and moves no money.
 * `refunded`: the provider or the bank has ended it with a refund. `other`: a stage that this
 * adapter does not know.
 */
export type ChargebackStage =
  | 'inquiry'
  | 'inquiryAnswered'
  | 'inquiryClosed'
  | 'needsEvidence'
  | 'evidenceSent'
  | 'refunded'
  | 'won'
  | 'lost'
  | 'other';

/** The provider withdraws the disputed money from the balance, or returns it. */
export interface ChargebackMovement {
  /** The provider's own id of the movement. */
  id: string;
  kind: 'withdrawn' | 'reinstated';
  /** In minor units of the charge's currency. */
  amount: number;
  /** The provider's fee for the movement, in minor units; below zero for a returned fee. */
  fee: { amount: number; currency: string };
}

/** A chargeback at the provider. Amounts are in minor units of `currency`. */
export interface ChargebackReport {
  chargeback: string;
  authorization: string;
  amount: number;
  currency: string;
  /** The bank's reason, in the provider's words. */
  reason: string;
  stage: ChargebackStage;
  /** The time until which the bank accepts evidence; null if it accepts none. */
  dueBy: Date | null;
  movements: readonly ChargebackMovement[];
}

/** `missing`: the provider has no such object, or the object belongs to another product's payment. */
type Missing = { outcome: 'missing' };

export type ChargebackResult = ({ outcome: 'found' } & ChargebackReport) | Missing | Unknown;

export type FraudWarningResult =
  | {
      outcome: 'found';
      authorization: string;
      /** Whether a refund can still prevent a chargeback. */
      isActionable: boolean;
    }
  | Missing
  | Unknown;

/** The evidence against a chargeback, in plain English. */
export interface ChargebackEvidence {
  /** The product that was sold. */
  product: string;
  /** The day or days of the service. */
  serviceDate: string;
  /** The actions of the rider and of the machines, with times. */
  activity: string;
  /** The terms that the rider accepted, and when. */
  terms: string;
  /** The receipt, and the messages that were sent to the rider. */
  more: string;
  /** The provider's id of the receipt that was uploaded; absent if there is none. */
  receipt?: string | undefined;
}

export type UploadResult = { outcome: 'uploaded'; file: string } | { outcome: 'refused' } | Unknown;

/** A stored payment method: a card, or an account of a payment sheet. */
export interface AttachedCard {
  kind: Exclude<PaymentMethodKind, 'goCash'>;
  card: string;
  /** The same card has the same fingerprint for every customer. */
  fingerprint: string;
  brand: string;
  /** Empty if there is no card. */
  last4: string;
  /** A name that the rider recognises, such as a masked e-mail address; null for cards. */
  label: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  nameOnCard: string;
  /** From a payment sheet; null if the app's own form asks for it. */
  country: string | null;
  postalCode: string | null;
}

export type DeclineReason =
  | 'declined'
  | 'insufficientFunds'
  | 'expired'
  | 'authenticationFailed'
  | 'invalidCard';

/**
 * `unknown` means a time-out, a cut connection or a 5xx answer: the call may have had its effect. It
 * is never treated as a failure. A repeated call with the same key resolves it.
 */
export type Unknown = { outcome: 'unknown' };

export type AttachResult =
  | ({ outcome: 'attached' } & AttachedCard)
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;

/** The provider failed repeatedly, and a look-up proved that nothing happened. Support decides. */
export type Failed = { outcome: 'failed' };

export type AuthorizeResult =
  | Failed
  | { outcome: 'authorized'; authorization: string }
  | { outcome: 'captured'; authorization: string }
  | { outcome: 'actionRequired'; authorization: string; url: string }
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;

export type MoveResult =
  | { outcome: 'done' }
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;
