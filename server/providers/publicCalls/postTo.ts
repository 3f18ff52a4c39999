import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Address } from './resolve.ts';

export interface Post {
  readonly url: URL;
  /** The checked addresses. If null, Node looks up the host name. */
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
 * Sends a POST to one of `addresses`, which the caller has checked; if they are null, to the host of `url`. It does not
 * use `fetch`, because `fetch` always looks up the address itself. It follows no redirects, and does not read the body
 * of the answer. It rejects if the connection fails, or if no answer begins within `timeoutMs`.
 */
export function postTo({ url, addresses, headers, body, timeoutMs }: Post): Promise<PostAnswer> {
  const send = url.protocol === 'https:' ? https.request : http.request;
  return new Promise((resolve, reject) => {
    const request = send(
      url,
      {
        method: 'POST',
        headers,
        // Do not reuse an open connection, because the address of that connection may not be
        // allowed any more.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(addresses && { lookup: answerWith(addresses) }),
      },
      (response) => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'] ?? null,
        });
        // The caller needs only the status. The body is not read, because it may be long or never
        // end.
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
