import type { CardForm, PaymentMethodKind, SheetKind } from '../../../contract/payment.ts';

/**
 * The port to the payment provider. Every call that moves money carries a key of ours: the same key
 * has its effect once, and asking again with it is how an unknown outcome becomes known.
 * Amounts are minor units of `currency`.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** The smallest amount of a hold, charge or capture, in minor units; 0 if none is known. */
  minimumCharge(currency: string): number;
  /** How a new way to pay is asked for, in the rider's browser. */
  cardForm(): CardForm;
  /** What of the provider's our pages may load; by directive of the content security policy. */
  contentSources(): { frames: string[]; scripts: string[]; connects: string[] };
  /**
   * Prepares the taking of a way to pay by the provider's own library; null where there is nothing to
   * prepare, or the kind is not on offer.
   */
  beginSetup(request: SetupRequest): Promise<SetupResult | null>;
  /** Redeems a token of the form or a sheet for a lasting reference to the card or account. */
  attach(request: { key: string; token: string; customer: string }): Promise<AttachResult>;
  /** Gives a card up: nothing can be asked of it any more. One that is gone already is `done`. */
  detach(request: { key: string; card: string }): Promise<MoveResult>;
  /** Changes what the provider keeps of a card: a new expiry date, another billing address. */
  edit(request: CardEdit): Promise<MoveResult>;
  /** Holds an amount without taking it. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeResult>;
  /** Takes up to the held amount, once; the rest of the hold is released. */
  capture(request: {
    key: string;
    authorization: string;
    amount: number;
    currency: string;
  }): Promise<MoveResult>;
  /** Releases a hold of which nothing was taken. */
  void(request: { key: string; authorization: string }): Promise<MoveResult>;
  refund(request: {
    key: string;
    authorization: string;
    amount: number;
    currency: string;
  }): Promise<MoveResult | Failed>;
  /**
   * Reads a message of the provider's; null where it is not the provider's own, or too old. It is a
   * hint only: what happened is asked for by `authorize` with its key, or told by nobody.
   */
  readWebhook(message: {
    body: string;
    headers: Readonly<Record<string, string | string[] | undefined>>;
    now: Date;
  }): WebhookEvent | null;
}

/** `id` is the same each time the message is sent again. */
export type WebhookEvent = { id: string } &
  /** `key`: what the hold was asked for with, where the provider tells it. */
  (
    | { about: 'authorization'; authorization: string; key?: string | undefined }
    /** The bank renewed a card, or its owner's account changed. */
    | { about: 'card'; card: string; expiryMonth: number; expiryYear: number }
    /** What counted as given back was not: the card's bank would not take it. */
    | {
        about: 'refundFailed';
        authorization: string;
        /** The provider's own id of the refund. */
        refund: string;
        amount: number;
        /** What the refund was asked for with, where the provider tells it. */
        key?: string | undefined;
      }
    /** The card's owner objects to a charge with their bank. */
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
  /** A card unless it says otherwise. */
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
  /** `true`: hold and take in one step (a charge); `false`: hold only. */
  capture: boolean;
  /** Whether the card's owner is there to confirm; without them `actionRequired` is a decline. */
  onSession: boolean;
  /**
   * Where it may have been asked for already: since when, and what came of it so far. It is no part of
   * what the key stands for. Providers forget keys after a day or so; what they did then they can
   * still look up.
   */
  before?: { at: Date; authorization: string | null } | undefined;
}

/** A lasting way to pay: a card, or an account behind a sheet. */
export interface AttachedCard {
  kind: Exclude<PaymentMethodKind, 'goCash'>;
  card: string;
  /** The same card has the same fingerprint for every customer. */
  fingerprint: string;
  brand: string;
  /** Empty where there is no card. */
  last4: string;
  /** What it is recognised by, such as a masked address; null for cards. */
  label: string | null;
  expiryMonth: number | null;
  expiryYear: number | null;
  nameOnCard: string;
  /** As a sheet told it; null where our own form asks. */
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
 * treated as a failure; the same call with the same key finds out.
 */
export type Unknown = { outcome: 'unknown' };

export type AttachResult =
  | ({ outcome: 'attached' } & AttachedCard)
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;

/** The provider keeps failing, and its look-up proves that nothing happened: a person decides. */
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
