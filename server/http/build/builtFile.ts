import { existsSync, readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isKnown } from '../answers/publicAnswers.ts';

/** A file of the build, as it was when the server started, with its compressed variants. */
export interface BuiltFile {
  readonly body: Buffer;
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
  readonly type: string;
}

/** Reads a file; null if it does not exist. */
export function readBuiltFile(file: string, type: string): BuiltFile | null {
  const read = (name: string) => (existsSync(name) ? readFileSync(name) : null);
  const body = read(file);
  return body && { body, br: read(`${file}.br`), gzip: read(`${file}.gz`), type };
}

/**
 * Responds with the file, which caches must revalidate. It responds with `304` if the caller already has
 * this file and its response `headers` have not changed.
 */
export function sendBuiltFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
  headers: string,
): FastifyReply {
  reply.header('cache-control', 'no-cache').header('vary', 'accept-encoding').type(file.type);
  if (isKnown(request, reply, etagOf(file.body, headers))) return reply.send('');
  const accepted = request.headers['accept-encoding'] ?? '';
  if (file.br && /\bbr\b/.test(accepted)) {
    return reply.header('content-encoding', 'br').send(file.br);
  }
  if (file.gzip && /\bgzip\b/.test(accepted)) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.body);
}
