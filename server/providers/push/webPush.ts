import webPush from 'web-push';
import type { Clock } from '../../time/clock.ts';
import { postTo } from '../publicCalls/postTo.ts';
import {
  publicAddresses,
  resolveBySystem,
  type Address,
  type Resolve,
} from '../publicCalls/resolve.ts';
import { allowedEndpoint, isSandboxEndpoint, type EndpointRules } from './endpoints.ts';
import type { EndpointVerdict, PushOutcome, PushService } from './pushService.ts';

interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface WebPushOptions extends EndpointRules {
  readonly keys: KeyPair;
  /**
   * The previous key pair. If a push service refuses a message with the current pair, the message is signed
   * with this pair and sent again.
   */
  readonly previousKeys?: KeyPair | null;
  /** The operator's contact, `mailto:…` or `https://…`. */
  readonly subject: string;
  readonly clock: Clock;
  readonly resolve?: Resolve;
  /** The time limits of the DNS lookup and of the call, in milliseconds. */
  readonly lookupMs?: number;
  readonly timeoutMs?: number;
}

/**
 * Web Push. RFC 8030 defines how messages are sent, RFC 8291 how they are encrypted, and RFC 8292
 * how they are signed.
 */
export function createWebPush({
  keys,
  previousKeys = null,
  subject,
  clock,
  resolve = resolveBySystem,
  lookupMs = 4_000,
  timeoutMs = 8_000,
  ...rules
}: WebPushOptions): PushService {
  /** The URL and the addresses of an endpoint, or the reason why it cannot be used. */
  const locate = async (
    endpoint: string,
  ): Promise<Located | Exclude<EndpointVerdict, 'allowed'>> => {
    const url = allowedEndpoint(endpoint, rules);
    if (!url) return 'refused';
    if (isSandboxEndpoint(url, rules.sandboxPrefix)) return { url, addresses: null };
    try {
      const addresses = await publicAddresses(url, resolve, lookupMs);
      return addresses ? { url, addresses } : 'refused';
    } catch {
      return 'unresolved';
    }
  };

  return {
    publicKey: keys.publicKey,

    async check(endpoint) {
      const located = await locate(endpoint);
      return typeof located === 'string' ? located : 'allowed';
    },

    async send({ endpoint, p256dh, auth }, { text, ttlSeconds, urgency, topic }) {
      const located = await locate(endpoint);
      if (located === 'refused') return { outcome: 'refused', why: 'the endpoint is not allowed' };
      if (located === 'unresolved') return { outcome: 'later', retryAfter: null };
      const post = (pair: KeyPair) => {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: { p256dh, auth } },
          Buffer.from(text),
          {
            vapidDetails: { subject, ...pair },
            contentEncoding: 'aes128gcm',
            TTL: ttlSeconds,
            urgency,
            topic,
          },
        );
        return postTo({ ...located, headers, body, timeoutMs });
      };
      try {
        let answer = await post(keys);
        // The browser may have subscribed with the previous key pair.
        if (previousKeys && isForeignKey(answer.status)) answer = await post(previousKeys);
        const { status, retryAfter } = answer;
        return outcomeOf(status, secondsOf(retryAfter, clock.now()));
      } catch {
        // The message may have arrived, but sending it again does no harm: it has the same topic, so it replaces the
        // first message if that is not yet delivered.
        return { outcome: 'later', retryAfter: null };
      }
    },
  };
}

interface Located {
  readonly url: URL;
  readonly addresses: readonly Address[] | null;
}

/**
 * Whether the push service may have refused the key of the signature. RFC 8292, section 4.2,
 * defines the status 403 for this case, but some push services respond with 400 or 401.
 */
function isForeignKey(status: number): boolean {
  return status === 400 || status === 401 || status === 403;
}

function outcomeOf(status: number, retryAfter: number | null): PushOutcome {
  if (status >= 200 && status < 300) return { outcome: 'taken' };
  if (status === 404 || status === 410) return { outcome: 'gone' };
  if (status === 429 || status >= 500) return { outcome: 'later', retryAfter };
  return { outcome: 'refused', why: `the push service answered ${status}` };
}

const longestWaitSeconds = 3600;

/** Returns the seconds to wait. `Retry-After` contains a number of seconds or a date. */
function secondsOf(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - now.getTime()) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), longestWaitSeconds) : null;
}
