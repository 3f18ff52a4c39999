import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this size the headers of compression outweigh the saving. */
const worthCompressingBytes = 700;
/**
 * Answers are created per request: a higher level takes more time than it saves. With a window of
 * 64 KiB, which is enough for all answers, brotli takes half the time of its default window, and
 * compresses better.
 */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

/** An ETag of these parts. It is weak, because the same answer has several encodings. */
export function etagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/**
 * Sets an answer's ETag, and answers `304` without a body if the caller has it already.
 *
 * @param headers other data that is part of the ETag, such as the answer's headers.
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
 * Sets the ETag of an answer. Returns true, and sets status `304`, if the caller has the answer
 * already.
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
 * Lets caches store guests' answers for a minute, and no longer than they are valid. With a
 * session, valid or not, the answer is private and not cached.
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

/** Sets `Vary` to the request header that the answer depends on, also for a `304`. */
function varyBy(reply: FastifyReply, header: string): void {
  const named = String(reply.getHeader('vary') ?? '');
  const names = named.split(', ').filter(Boolean);
  if (!names.includes(header)) reply.header('vary', [...names, header].join(', '));
}

/**
 * Compresses a text with an encoding that the caller accepts.
 *
 * @param known the compressed text by encoding, for a text that is sent several times.
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
