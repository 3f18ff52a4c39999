import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { CodeAnswer, CodeIssued, CodeRequest, SignedIn, User } from '../../../contract/auth.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callerNetwork } from '../../http/rateLimit.ts';
import { closeStreamsOf } from '../../http/requestState.ts';
import { openCodeVault } from './codeSecret.ts';
import { bearerOf, requireSession, sessionOf } from './guard.ts';
import { requestCode } from './requestCode.ts';
import { endSession, hashSessionId } from './session.ts';
import { findUser, presentUser } from './users.ts';
import { verifyCode } from './verifyCode.ts';

const tags = ['auth'];
const security = [{ session: [] }];

export const authRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  const vault = await openCodeVault(deps.db, deps.settings);

  app.post(
    paths.codes,
    {
      schema: {
        summary: 'Text a one-time code',
        tags,
        body: CodeRequest,
        response: { 201: CodeIssued },
      },
    },
    async (request, reply) =>
      reply.code(201).send(await requestCode(deps, vault, request.body, callerNetwork(request.ip))),
  );

  app.post(
    paths.verifyCode,
    {
      schema: {
        summary: 'Sign in with a texted code',
        tags,
        params: z.object({ requestId: z.uuid() }),
        body: CodeAnswer,
        response: { 200: SignedIn },
      },
    },
    async (request) => {
      const oldSessionId = bearerOf(request);
      const { sessionId, user } = await verifyCode(deps, vault, {
        requestId: request.params.requestId,
        code: request.body.code,
        oldSessionId,
        caller: callerNetwork(request.ip),
      });
      if (oldSessionId) closeStreamsOf(app, hashSessionId(oldSessionId));
      return { sessionId, user: presentUser(user) };
    },
  );

  app.delete(
    paths.currentSession,
    {
      schema: { summary: 'Sign out', tags, security, response: { 204: z.undefined() } },
    },
    async (request, reply) => {
      const sessionId = bearerOf(request);
      // Signing out twice is as good as once.
      if (sessionId) {
        const idHash = hashSessionId(sessionId);
        await endSession(deps.db, idHash, 'revoked', deps.clock.now());
        closeStreamsOf(app, idHash);
      }
      return reply.code(204).send();
    },
  );

  app.get(
    paths.me,
    {
      schema: { summary: 'The rider who is signed in', tags, security, response: { 200: User } },
      preHandler: requireSession(deps),
    },
    async (request) => presentUser(await findUser(deps.db, sessionOf(request).userId)),
  );
};
