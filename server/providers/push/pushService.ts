/** The port to the browsers' push services, which cannot read the encrypted messages. */
export interface PushService {
  /** Base64url: what a browser's push manager is given, so that nobody else can send to it. */
  readonly publicKey: string;
  /** Whether an endpoint is allowed. It does a DNS lookup, so its answer may change. */
  check(endpoint: string): Promise<EndpointVerdict>;
  /** Encrypts a message for a subscription and hands it over. Checks the endpoint again, and ends in time. */
  send(to: PushTarget, message: OutgoingPush): Promise<PushOutcome>;
}

/** `refused`: no push service that the operator allows; `unresolved`: its name was not answered for. */
export type EndpointVerdict = 'allowed' | 'refused' | 'unresolved';

interface PushTarget {
  readonly endpoint: string;
  /** Base64url, as the browser gave them. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface OutgoingPush {
  readonly text: string;
  /** For so long the push service keeps it for a device that is off. */
  readonly ttlSeconds: number;
  readonly urgency: 'low' | 'normal' | 'high';
  /** A later one takes the place of an earlier one that still waits; at most 32 letters of base64url. */
  readonly topic: string;
}

/**
 * `gone`: the subscription has ended, for good. `refused`: this message will not be taken, however
 * often it is sent; `why` is for the log and names nobody. `later`: not now; whole seconds, where the
 * push service named them.
 */
export type PushOutcome =
  | { readonly outcome: 'taken' | 'gone' }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'later'; readonly retryAfter: number | null };
