import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from './endpoints.ts';

export interface Post {
  readonly url: URL;
  /** Where to connect to, whatever the name means by now; null: its own address. */
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
 * Posts to checked addresses and to no other, which `fetch` cannot be told. Follows no redirect, and
 * rejects where there is no answer in time. The answer's body is not read.
 */
export function postTo({ url, addresses, headers, body, timeoutMs }: Post): Promise<PostAnswer> {
  const send = url.protocol === 'https:' ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers,
        // A connection that is kept would be one to an address that was checked some time ago.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(addresses && { lookup: answerWith(addresses) }),
      },
      (response) => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'] ?? null,
        });
        // That said all. What follows may be long, or never end.
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
