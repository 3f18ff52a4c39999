import { gunzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';

export interface RawRequest {
  method: string;
  /** The path with its query, as it is sent. */
  target: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | null;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Empty for an event stream, because the client closes the stream at once. */
  body: Buffer;
  milliseconds: number;
}

export function decoded(body: Buffer, encoding: string | undefined): Buffer {
  return encoding === 'gzip' && body.length > 0 ? gunzipSync(body) : body;
}
