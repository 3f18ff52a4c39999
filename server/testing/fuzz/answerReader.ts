import type { IncomingHttpHeaders } from 'node:http';

export interface ReadAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty if the answer is an open event stream. */
  body: Buffer;
  /** Whether the body is an event stream, which has no end. */
  isOpen: boolean;
}

interface Head {
  status: number;
  headers: IncomingHttpHeaders;
  bodyAt: number;
}

const nothing = Buffer.alloc(0);

/** Reads one HTTP/1.1 answer from its bytes. */
export class AnswerReader {
  #bytes: Buffer = nothing;
  #head: Head | null = null;

  /** @returns the answer if it is complete with these bytes, otherwise null. */
  take(more: Buffer): ReadAnswer | null {
    this.#bytes = this.#bytes.length === 0 ? more : Buffer.concat([this.#bytes, more]);
    this.#head ??= headOf(this.#bytes);
    if (!this.#head) return null;
    const { status, headers, bodyAt } = this.#head;
    const isOpen = headers['content-type']?.startsWith('text/event-stream') ?? false;
    const body = isOpen ? nothing : bodyOf(this.#bytes, this.#head, bodyAt);
    return body && { status, headers, body, isOpen };
  }
}

function headOf(bytes: Buffer): Head | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(first) ?? [];
  if (status === undefined) throw new Error(`not an answer: ${first}`);
  const headers: IncomingHttpHeaders = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error(`not a header: ${line}`);
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { status: Number(status), headers, bodyAt: end + 4 };
}

function bodyOf(bytes: Buffer, { status, headers }: Head, from: number): Buffer | null {
  if (status === 204 || status === 304) return nothing;
  if (headers['transfer-encoding'] === 'chunked') return chunkedBody(bytes, from);
  const length = Number(headers['content-length']);
  if (!Number.isSafeInteger(length)) throw new Error('an answer without a length');
  return bytes.length < from + length ? null : bytes.subarray(from, from + length);
}

function chunkedBody(bytes: Buffer, from: number): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = from; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (Number.isNaN(size)) throw new Error('not a chunk');
    at = end + 2 + size + 2;
    if (bytes.length < at) return null;
    if (size === 0) return Buffer.concat(parts);
    parts.push(bytes.subarray(end + 2, at - 2));
  }
}
