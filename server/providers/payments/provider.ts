/**
 * The port to the payment provider. Every call that moves money carries a key of ours: the same key
 * has its effect once, and asking again with it is how an unknown outcome becomes known.
 * Amounts are minor units of `currency`.
 */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** Where the provider's card form lives, to be shown in a frame. */
  cardForm(): { url: string; origin: string };
  /** Redeems a token of the card form for a lasting reference to the card. */
  attach(request: { key: string; token: string; customer: string }): Promise<AttachResult>;
  /** Gives a card up: nothing can be asked of it any more. One that is gone already is `done`. */
  detach(request: { key: string; card: string }): Promise<MoveResult>;
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
  }): Promise<MoveResult>;
}

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
}

export interface AttachedCard {
  card: string;
  /** The same card has the same fingerprint for every customer. */
  fingerprint: string;
  brand: string;
  last4: string;
  expiryMonth: number;
  expiryYear: number;
  nameOnCard: string;
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

export type AuthorizeResult =
  | { outcome: 'authorized'; authorization: string }
  | { outcome: 'captured'; authorization: string }
  | { outcome: 'actionRequired'; authorization: string; url: string }
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;

export type MoveResult =
  | { outcome: 'done' }
  | { outcome: 'declined'; reason: DeclineReason }
  | Unknown;
