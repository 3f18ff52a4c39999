import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Below this size the headers of a compressed answer weigh more than what is saved. */
const worthCompressingBytes = 700;
/**
 * Answers are made per request: beyond this level the time costs more than the bytes. Within a window of
 * 64 KiB, in which each of them fits or repeats itself, brotli takes half the time of its default window,
 * and finds more.
 */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: 16,
};

/** The tag of what these make up. It is weak, because the same answer travels in several encodings. */
export function etagOf(...parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

/**
 * Gives an answer its ETag, and answers `304` without a body to whoever has it already.
 *
 * @param headers what else makes this answer another one than the one that is kept.
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

/** Sets the tag of an answer; true, with status `304`, where the caller has that answer already. */
export function isKnown(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  const known = request.headers['if-none-match'];
  const isNamed = known?.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*');
  if (!isNamed || reply.statusCode !== 200) return false;
  reply.code(304);
  return true;
}

/** Guests share an answer for so long at most. */
const guestSeconds = 60;

/**
 * Lets the answer that guests get be kept for a minute, and no longer than it is true. With a session,
 * which need not be a good one, it is nobody else's, and nobody's to keep.
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

/** Tells caches, by a `304` as by what it stands for, which header of a request decided on the answer. */
function varyBy(reply: FastifyReply, header: string): void {
  const named = String(reply.getHeader('vary') ?? '');
  const names = named.split(', ').filter(Boolean);
  if (!names.includes(header)) reply.header('vary', [...names, header].join(', '));
}

/** Compresses a text the way the caller accepts it. */
export async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): Promise<string | Buffer> {
  if (body.length < worthCompressingBytes) return body;
  const accepted = request.headers['accept-encoding'] ?? '';
  varyBy(reply, 'accept-encoding');
  if (/\bbr\b/.test(accepted)) {
    reply.header('content-encoding', 'br').removeHeader('content-length');
    return brotli(body, { params: brotliParams });
  }
  if (/\bgzip\b/.test(accepted)) {
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return zip(body);
  }
  return body;
}
