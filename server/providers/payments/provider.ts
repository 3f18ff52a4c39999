import type { CardForm, PaymentMethodKind, SheetKind } from '../../../contract/payment.ts';

/**
 * The port to the payment provider. Every call that moves money has an idempotency key: calls with
 * the same key have one effect. Repeating a call with its key resolves an unknown outcome. Amounts
 * are minor units of `currency`.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The smallest amount of a hold, charge or capture, in minor units; 0 if none is known. */
  minimumCharge(currency: string): number;
  /** How the rider's browser adds a new payment method. */
  cardForm(): CardForm;
  /**
   * The provider's origins that our pages may load, by directive of the content security policy.
   */
  contentSources(): { frames: string[]; scripts: string[]; connects: string[] };
  /**
   * Prepares adding a payment method with the provider's library; null if no preparation is needed,
   * or the kind is not offered.
   */
  beginSetup(request: SetupRequest): Promise<SetupResult | null>;
  /**
   * Exchanges a token of the card form or a payment sheet for a permanent reference to the card or
   * account.
   */
  attach(request: { key: string; token: string; customer: string }): Promise<AttachResult>;
  /**
   * Removes a card at the provider: it cannot be charged any more. `done` also if it was removed
   * before.
   */
  detach(request: { key: string; card: string }): Promise<MoveResult>;
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
  /** Releases a hold that was not captured. */
  void(request: { key: string; authorization: string }): Promise<MoveResult>;
  refund(request: {
    key: string;
    authorization: string;
    amount: number;
    currency: string;
  }): Promise<MoveResult | Failed>;
  /**
   * Reads a webhook message; null if its signature is invalid or it is too old. It is only a hint:
   * the caller gets the actual state by calling `authorize` with its key.
   */
  readWebhook(message: {
    body: string;
    headers: Readonly<Record<string, string | string[] | undefined>>;
    now: Date;
  }): WebhookEvent | null;
}

/** `id` is the same each time the message is sent again. */
export type WebhookEvent = { id: string } &
  /** `key`: the idempotency key of the hold, if the provider sends it. */
  (
    | { about: 'authorization'; authorization: string; key?: string | undefined }
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
    /** The cardholder objects to a charge at the bank. */
    | { about: 'chargeback'; authorization: string; amount: number }
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
  /** Shown on the provider's side, such as the order's number. */
  description: string;
  /** The number for the cardholder's statement; absent for a method without a card, such as PayPal. */
  statement?: string | undefined;
  /** `true`: a charge, which holds and captures in one step; `false`: a hold. */
  capture: boolean;
  /** Whether the cardholder is present to confirm; otherwise `actionRequired` is a decline. */
  onSession: boolean;
  /**
   * Set if the call may have been made before: when it was first made, and its authorization if
   * known. Not part of the request that the key identifies. Providers forget keys after about a
   * day, but can still look up what they did.
   */
  before?: { at: Date; authorization: string | null } | undefined;
}

/** A stored payment method: a card, or an account of a payment sheet. */
export interface AttachedCard {
  kind: Exclude<PaymentMethodKind, 'goCash'>;
  card: string;
  /** The same card has the same fingerprint for every customer. */
  fingerprint: string;
  brand: string;
  /** Empty if there is no card. */
  last4: string;
  /** The name that the rider recognises, such as a masked e-mail address; null for cards. */
  label: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  nameOnCard: string;
  /** From a payment sheet; null if our own form asks for it. */
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
 * `unknown` covers time-outs, cut connections and 5xx: the effect may have happened. It is never
 * treated as a failure. Repeating the call with the same key resolves it.
 */
export type Unknown = { outcome: 'unknown' };

export type AttachResult =
  | ({ outcome: 'attached' } & AttachedCard)
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;

/** The provider keeps failing, and a look-up proves that nothing happened. Support decides. */
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
