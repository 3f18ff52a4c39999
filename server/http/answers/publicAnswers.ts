import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Smaller answers are not compressed, because the additional headers would be larger than the saving. */
const worthCompressingBytes = 700;
/**
 * The parameters of brotli. The quality is not the highest, because each answer is compressed on request, and a
 * higher quality takes more time than it saves. A window of 64 KiB is enough for all answers. It takes half the
 * time of the default window, and compresses better.
 */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

/** Returns an ETag of these parts. It is a weak ETag, because the same answer has several encodings. */
export function etagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/**
 * Sets the ETag of an answer, and returns its body. If the caller already has the answer, sets the status `304` and
 * returns null.
 *
 * @param headers other data that the ETag depends on, such as the headers of the answer.
 */
export function withEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  headers = '',
): string | null {
  if (body.length >= worthCompressingBytes) varyBy(reply, 'accept-encoding');
  return isKnown(request, reply, etagOf(body, headers)) ? null : body;
}

/**
 * Sets the ETag of an answer. If the caller has the answer already, it sets the status `304` and
 * returns true.
 */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  const isNamed = known?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*');
  if (!isNamed || reply.statusCode !== 200) return false;
  reply.code(304);
  return true;
}

/** The longest time in seconds for which guests share an answer. */
const guestSeconds = 60;

/**
 * Allows caches to store the answer for a minute, but not longer than the answer is valid. This applies to guests. If
 * the caller sends a session, valid or not, the answer is private and must not be cached.
 */
export function publicForGuests(
  request: FastifyRequest,
  reply: FastifyReply,
  now: Date,
  until: Date | null,
): void {
  reply.header('vary', 'authorization');
  if (request.headers.authorization !== undefined) return;
  const left = until === null ? guestSeconds : Math.floor((until.getTime() - now.getTime()) / 1000);
  reply.header('cache-control', `public, max-age=${Math.min(guestSeconds, Math.max(0, left))}`);
}

/** Adds to `Vary` the request header on which the answer depends, also for a `304`. */
function varyBy(reply: FastifyReply, header: string): void {
  const named = String(reply.getHeader('vary') ?? '');
  const names = named.split(', ').filter(Boolean);
  if (!names.includes(header)) reply.header('vary', [...names, header].join(', '));
}

/**
 * Compresses a text with an encoding that the caller accepts. Returns the text unchanged if it is short, or if the
 * caller accepts neither brotli nor gzip.
 *
 * @param known the compressed forms of this text by encoding. Give it for a text that is sent several times.
 */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  known = new Map<string, Promise<Buffer>>(),
): Promise<string | Buffer> {
  if (body.length < worthCompressingBytes) return body;
  const accepted = request.headers['accept-encoding'] ?? '';
  varyBy(reply, 'accept-encoding');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding === null) return body;
  reply.header('content-encoding', encoding).removeHeader('content-length');
  const made =
    known.get(encoding) ?? (encoding === 'br' ? brotli(body, { params: brotliParams }) : zip(body));
  known.set(encoding, made);
  return made;
}
