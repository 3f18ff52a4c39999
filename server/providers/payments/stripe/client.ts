import { Stripe } from 'stripe';
import { longestCallMs } from '../../longestCallMs.ts';

export interface StripeClientOptions {
  secretKey: string;
  /** Where the API is, without a trailing slash. */
  url: string;
  /** After so long an answer counts as unknown, in milliseconds. */
  timeoutMs?: number;
}

/**
 * The client of Stripe's own package, at the version of the API that it is made for. It tries nothing
 * again by itself: the outbox does, with the same keys.
 */
export function createStripeClient({
  secretKey,
  url,
  timeoutMs = longestCallMs,
}: StripeClientOptions): Stripe {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    // Node's own client would repeat a call whose connection was cut, whatever the number of retries.
    httpClient: Stripe.createFetchHttpClient(),
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
