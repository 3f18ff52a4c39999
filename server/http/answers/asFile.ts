import type { FastifyReply } from 'fastify';

/** Makes an answer a file that browsers save under this name. */
export function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${name}"`);
}
