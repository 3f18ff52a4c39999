import { Stripe } from 'stripe';
import { providerTimeoutMs } from '../../providerTimeout.ts';

export interface StripeClientOptions {
  secretKey: string;
  /** The address of the API, without a trailing slash. */
  url: string;
  /** The time in milliseconds after which a call without an answer has the outcome `unknown`. */
  timeoutMs?: number;
}

/**
 * Creates the client of Stripe's package. It uses the API version of the package. The client does not retry, because
 * the outbox retries with the same keys.
 */
export function createStripeClient({
  secretKey,
  url,
  timeoutMs = providerTimeoutMs,
}: StripeClientOptions): Stripe {
  const { protocol, hostname, port } = new URL(url);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    apiVersion: '2026-10-28.endive',
    // The Node client of the package repeats a call after a cut connection, even with `maxNetworkRetries: 0`.
    httpClient: Stripe.createFetchHttpClient(),
    protocol: isPlain ? 'http' : 'https',
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
  });
}
