/** The port to the browsers' push services, which cannot read the encrypted messages. */
export interface PushService {
  /**
   * The public key as base64url. A browser subscribes with this key, so that only this server can send messages to it.
   */
  readonly publicKey: string;
  /** Whether an endpoint is allowed. The result may change, because the check looks up the host name. */
  check(endpoint: string): Promise<EndpointVerdict>;
  /** Checks the endpoint again, then encrypts the message and sends it. The call has a time limit. */
  send(to: PushTarget, message: OutgoingPush): Promise<PushOutcome>;
}

/**
 * `refused`: the operator does not allow this push service. `unresolved`: the host name of the push service
 * could not be looked up.
 */
export type EndpointVerdict = 'allowed' | 'refused' | 'unresolved';

interface PushTarget {
  readonly endpoint: string;
  /** The key from the browser, as base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

export interface OutgoingPush {
  readonly text: string;
  /** How long the push service stores the message for a device that is off. */
  readonly ttlSeconds: number;
  readonly urgency: 'low' | 'normal' | 'high';
  /**
   * The topic of the message, at most 32 characters of base64url. A message replaces an earlier message with the same
   * topic if the earlier message is not yet delivered.
   */
  readonly topic: string;
}

/**
 * `gone`: the subscription has ended. `refused`: the push service will never accept this message; `why` is for the log
 * and contains no personal data. `later`: the caller should send the message again. `retryAfter` is the number of
 * seconds to wait, if the push service sent it.
 */
export type PushOutcome =
  | { readonly outcome: 'taken' | 'gone' }
  | { readonly outcome: 'refused'; readonly why: string }
  | { readonly outcome: 'later'; readonly retryAfter: number | null };
