import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import type { IdentityContext } from './identityContext.ts';

const Query = z.object({ fields: z.literal('id,name'), appsecret_proof: z.string() });

/** Simulates the only endpoint of Facebook's Graph API that the server calls. */
export const graphRoutes: FastifyPluginAsync<{ context: IdentityContext }> = async (
  app,
  { context },
) => {
  app.get('/facebook/me', async (request, reply) => {
    if (context.faults.isDown('facebook', true)) return reply.code(503).send();
    const query = Query.safeParse(request.query);
    const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
    const { clientSecret } = context.clients.facebook;
    const proof = createHmac('sha256', clientSecret).update(token).digest();
    const given = Buffer.from(query.data?.appsecret_proof ?? '', 'hex');
    const isSigned = given.length === proof.length && timingSafeEqual(given, proof);
    const facebook = (await context.providers()).get('facebook');
    const access = isSigned ? await facebook?.AccessToken.find(token) : undefined;
    if (!access) return reply.code(400).send({ error: { type: 'OAuthException', code: 190 } });
    return { id: access.accountId, name: context.people.nameOf(access.accountId) };
  });
};
