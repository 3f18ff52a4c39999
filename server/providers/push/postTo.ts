import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from './endpoints.ts';

export interface Post {
  readonly url: URL;
  /** The checked addresses to connect to; null: look up the host name. */
  readonly addresses: readonly Address[] | null;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
  readonly timeoutMs: number;
}

export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
}

/**
 * Sends a POST to one of the given IP addresses, which were checked before. `fetch` cannot choose the
 * address. Redirects are not followed, and the body of the answer is not read. Rejects after `timeoutMs`.
 */
export function postTo({ url, addresses, headers, body, timeoutMs }: Post): Promise<PostAnswer> {
  const send = url.protocol === 'https:' ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers,
        // A reused connection could lead to an address that is not allowed any more.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(addresses && { lookup: answerWith(addresses) }),
      },
      (response) => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'] ?? null,
        });
        // The status is enough. The body may be long, or never end.
        response.destroy();
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function answerWith(addresses: readonly Address[]): LookupFunction {
  return (_host, options, answer) => {
    if (options.all) return answer(null, [...addresses]);
    const [first] = addresses;
    if (first) answer(null, first.address, first.family);
    else answer(new Error('no address'), '');
  };
}
