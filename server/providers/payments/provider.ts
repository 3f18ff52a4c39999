import type { CardForm, PaymentMethodKind, SheetKind } from '../../../contract/payment.ts';
import type { BalanceResult, TransactionsRequest, TransactionsResult } from './balance.ts';

/**
 * The port to the payment provider. Every call that moves money has an idempotency key. All calls with the same key
 * have only one effect. If the outcome of a call is unknown, the caller repeats the call with the same key to get the
 * outcome. Amounts are in minor units of `currency`.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /**
   * The smallest amount of a hold, charge or capture, in minor units; 0 if the provider does not publish such an
   * amount.
   */
  minimumCharge(currency: string): number;
  /** How the rider's browser adds a new payment method. */
  cardForm(): CardForm;
  /**
   * The provider's origins from which the app may load, for each directive of the content security policy.
   */
  contentSources(): { frames: string[]; scripts: string[]; connects: string[] };
  /**
   * Begins the setup of a new payment method. The provider's library in the browser finishes this
   * setup. The result is null if the provider needs no preparation, or does not offer the kind.
   */
  beginSetup(request: SetupRequest): Promise<SetupResult | null>;
  /**
   * Exchanges a token of the card form or a payment sheet for a permanent reference to the card or
   * account.
   */
  attach(request: { key: string; token: string; customer: string }): Promise<AttachResult>;
  /**
   * Removes a card at the provider, so that nobody can charge it any more. If the card was removed before,
   * the outcome is also `done`.
   */
  detach(request: { key: string; card: string }): Promise<MoveResult>;
  /**
   * Deletes the customer at the provider with all saved cards. Past payments stay at the provider, and can
   * be refunded. If there is no such customer, the outcome is also `done`.
   */
  deleteCustomer(request: { key: string; customer: string }): Promise<MoveResult>;
  /** Changes a card's data at the provider: its expiry date or billing address. */
  edit(request: CardEdit): Promise<MoveResult>;
  /** Creates a charge if `capture` is set, otherwise a hold. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeResult>;
  /**
   * Captures an amount up to the held amount. A hold can be captured only once; the provider then releases the rest of
   * the hold.
   */
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
  /** Reads a page of the transactions of the balance. */
  listTransactions(request: TransactionsRequest): Promise<TransactionsResult>;
  /** Reads the balance of the account, including money that the provider cannot pay out yet. */
  readBalance(): Promise<BalanceResult>;
  /** Reads the state of a hold or a charge, including changes that somebody made in the provider's dashboard. */
  readPayment(request: { authorization: string }): Promise<PaymentReport>;
  /** Reads the current state of a chargeback, with all its movements of money. */
  readChargeback(request: { chargeback: string }): Promise<ChargebackResult>;
  /**
   * Uploads a receipt that is part of the evidence against a chargeback. The outcome is `refused` if the
   * provider does not accept the file.
   */
  uploadReceipt(request: { key: string; name: string; pdf: Uint8Array }): Promise<UploadResult>;
  /**
   * Sends the evidence against a chargeback. The evidence is sent only once, because banks accept no second submission
   * in the same stage. The outcome is `declined` if it is too late, or if the provider refuses the evidence.
   */
  sendEvidence(request: {
    key: string;
    chargeback: string;
    evidence: ChargebackEvidence;
  }): Promise<MoveResult>;
  /** Reads an early fraud warning. */
  readFraudWarning(request: { warning: string }): Promise<FraudWarningResult>;
  /**
   * Reads a webhook message; null if its signature is invalid, if it is too old, or if it cannot be parsed. The server
   * takes only two kinds of data from messages: the expiry date of a card, and a failed refund. After any other message
   * about a payment, a chargeback or a fraud warning, the server reads the current state from the provider.
   */
  readWebhook(message: {
    body: string;
    headers: Readonly<Record<string, string | string[] | undefined>>;
    now: Date;
  }): WebhookEvent | null;
}

/** The event in a webhook message. If the provider repeats a message, its `id` is the same. */
export type WebhookEvent = { id: string } & (
  | {
      about: 'authorization';
      authorization: string;
      /** The idempotency key of the hold; undefined if the provider does not send it. */
      key?: string | undefined;
      /** Whether a capture or a cancellation has ended the hold. */
      isOver?: boolean;
    }
  /** Captured money was refunded. */
  | { about: 'refund'; authorization: string }
  /** The bank renewed a card, or changed its data. */
  | { about: 'card'; card: string; expiryMonth: number; expiryYear: number }
  /** The provider accepted a refund, but later the card's bank refused it. */
  | {
      about: 'refundFailed';
      authorization: string;
      /** The id of the refund at the provider. */
      refund: string;
      amount: number;
      /** The idempotency key of the refund; undefined if the provider does not send it. */
      key?: string | undefined;
    }
  /** A chargeback began or changed. `chargeback` is its id at the provider. */
  | { about: 'chargeback'; chargeback: string }
  /** The card's bank suspects that a charge is fraud. `warning` is the id of the warning at the provider. */
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
  /** The kind of the payment method. The default is a card. */
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
  /** A text for the provider's pages, such as the number of the order. */
  description: string;
  /** The number on the cardholder's statement; absent for a method without a card, such as PayPal. */
  statement?: string | undefined;
  /** `true` for a charge, which captures the amount at once; `false` for a hold. */
  capture: boolean;
  /** Whether the cardholder can confirm the payment now. If not, a payment that needs a confirmation is declined. */
  onSession: boolean;
  /**
   * Set if there may have been an earlier call with this key: the time of that call, and the
   * authorization if it is known. These values are not part of the request that the key identifies.
   * Providers forget keys after about a day. After this time, the adapter looks up the payment.
   */
  before?: { at: Date; authorization: string | null } | undefined;
}

/**
 * The state of a hold or a charge at the provider. `open`: the provider has not yet held or charged any money. Amounts
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
  /** The id of the refund at the provider. */
  id: string;
  amount: number;
  /** The server's idempotency key; null if another party made the refund. */
  key: string | null;
  /** Whether the refund failed or was cancelled, maybe days later. Then the operator still has the money. */
  hasFailed: boolean;
}

/**
 * The stage of a chargeback at the provider. `inquiry`: the bank only asks a question, and no money moves. `refunded`:
 * the provider or the bank has ended the chargeback with a refund. `other`: a stage that this adapter does not support.
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

/** A movement with which the provider withdraws the disputed money from the balance, or returns it. */
export interface ChargebackMovement {
  /** The id of the movement at the provider. */
  id: string;
  kind: 'withdrawn' | 'reinstated';
  /** The amount in minor units of the currency of the charge. */
  amount: number;
  /** The provider's fee for the movement, in minor units. It is below zero if the fee is returned. */
  fee: { amount: number; currency: string };
}

/** A chargeback at the provider. Amounts are in minor units of `currency`. */
export interface ChargebackReport {
  chargeback: string;
  authorization: string;
  amount: number;
  currency: string;
  /** The bank's reason, as the provider words it. */
  reason: string;
  stage: ChargebackStage;
  /** The time until which the bank accepts evidence; null if it accepts none. */
  dueBy: Date | null;
  movements: readonly ChargebackMovement[];
}

/** The provider does not have the object, or the object belongs to a payment of another product. */
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
  /** What the rider and the machines did, each with its time. */
  activity: string;
  /** The terms that the rider accepted, and when. */
  terms: string;
  /** The receipt, and the messages that were sent to the rider. */
  more: string;
  /** The provider's id of the uploaded receipt; absent without a receipt. */
  receipt?: string | undefined;
}

export type UploadResult = { outcome: 'uploaded'; file: string } | { outcome: 'refused' } | Unknown;

/** A stored payment method: a card, or an account of a payment sheet. */
export interface AttachedCard {
  kind: Exclude<PaymentMethodKind, 'goCash'>;
  card: string;
  /**
   * Identifies a card or an account. If the provider recognises the card or account, the fingerprint
   * is the same for all customers who use it.
   */
  fingerprint: string;
  brand: string;
  /** The last digits of the card; empty for a method without a card. */
  last4: string;
  /** A name by which the rider recognises the method, such as a masked e-mail address; null for cards. */
  label: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  nameOnCard: string;
  /** The country that a payment sheet returned; null if the app's own form asks for the country. */
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
 * The call may have had its effect, for example because it timed out, its connection was cut, or the answer was a 5xx.
 * The server never treats an unknown outcome as a failure. It repeats the call with the same key to get the real
 * outcome.
 */
export type Unknown = { outcome: 'unknown' };

export type AttachResult =
  | ({ outcome: 'attached' } & AttachedCard)
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;

/** The provider failed repeatedly, and a look-up proved that nothing happened. Support must decide. */
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
