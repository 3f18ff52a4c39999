/** The port to the browsers' push services, which cannot read the encrypted messages. */
export interface PushService {
  /** Base64url. The browser subscribes with it, so that only this server can send to it. */
  readonly publicKey: string;
  /** Whether an endpoint is allowed. It does a DNS lookup, so its answer may change. */
  check(endpoint: string): Promise<EndpointVerdict>;
  /** Checks the endpoint again, encrypts the message and sends it, with a time limit. */
  send(to: PushTarget, message: OutgoingPush): Promise<PushOutcome>;
}

/**
 * `refused`: the operator does not allow this push service; `unresolved`: its host name could not
 * be looked up.
 */
export type EndpointVerdict = 'allowed' | 'refused' | 'unresolved';

interface PushTarget {
  readonly endpoint: string;
  /** Base64url, as the browser gave them. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface OutgoingPush {
  readonly text: string;
  /** How long the push service stores it for a device that is off. */
  readonly ttlSeconds: number;
  readonly urgency: 'low' | 'normal' | 'high';
  /**
   * A later message replaces an undelivered one with the same topic. At most 32 characters of
   * base64url.
   */
  readonly topic: string;
}

/**
 * `gone`: the subscription has ended. `refused`: this message will never be accepted; `why` is for
 * the log and contains no personal data. `later`: try again, after `retryAfter` seconds if the push
 * service sent that.
 */
export type PushOutcome =
  | { readonly outcome: 'taken' | 'gone' }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'later'; readonly retryAfter: number | null };
