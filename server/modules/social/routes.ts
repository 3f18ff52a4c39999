import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SignedIn } from '../../../contract/signIn/auth.ts';
import { paths } from '../../../contract/paths.ts';
import {
  Identities,
  SocialFinish,
  SocialStart,
  SocialStarted,
} from '../../../contract/signIn/social.ts';
import { SocialProvider } from '../../../contract/signIn/socialProvider.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { acceptForms } from '../../http/requests/forms.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { describeDevice } from '../auth/device.ts';
import { bearerOf, requireSession, sessionOf } from '../auth/guard.ts';
import { hashSessionId, useSession } from '../auth/session.ts';
import { setBrowserToken, readBrowserToken } from './browserToken.ts';
import { finishAttempt } from './finishAttempt.ts';
import { listIdentities, unlinkIdentity } from './identities.ts';
import { startAttempt } from './startAttempt.ts';
import { handleAnswer } from './handleAnswer.ts';

const tags = ['auth'];
const security = [{ session: [] }];
const ProviderParams = z.object({ provider: SocialProvider });

/** The maximum size of a provider's form, which contains only a code, a state and a name. */
const formLimitBytes = 16 * 1024;

export const socialRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.post(
    paths.socialStart,
    {
      config: { bound: callBounds.signIn },
      schema: {
        summary: 'Begin to sign in with a social account, to link one, or to give a proof with one',
        tags,
        params: ProviderParams,
        body: SocialStart,
        response: { 201: SocialStarted },
      },
    },
    async (request, reply) => {
      const sessionId = bearerOf(request);
      const used = sessionId ? await useSession(deps, sessionId) : null;
      // A guest has no account to which a social account could be linked.
      const session = used?.isGuest ? null : used;
      const started = await startAttempt(deps, {
        ...request.body,
        provider: request.params.provider,
        session,
        browserToken: setBrowserToken(request, reply, deps.settings),
        caller: callerNetwork(request.ip),
      });
      return reply.code(201).send(started);
    },
  );

  app.post(
    paths.socialFinish,
    {
      config: { bound: callBounds.signIn },
      schema: {
        summary: 'Finish the sign-in with a social account, the linking of one, or the proof',
        tags,
        params: z.object({ attemptId: z.uuid() }),
        body: SocialFinish,
        response: { 200: z.union([SignedIn, Identities]) },
      },
    },
    async (request) => {
      const oldSessionId = bearerOf(request);
      const { attemptId } = request.params;
      const device = describeDevice(request.headers);
      const finish = { ...request.body, attemptId, oldSessionId, device };
      const answer = await finishAttempt(deps, finish);
      if (oldSessionId && 'sessionId' in answer) {
        deps.changes.emit('session', hashSessionId(oldSessionId));
      }
      return answer;
    },
  );

  app.get(
    paths.myIdentities,
    {
      schema: {
        summary: 'The social accounts that are linked to the account',
        tags,
        security,
        response: { 200: Identities },
      },
      onRequest: requireSession(deps),
    },
    async (request) => listIdentities(deps.db, sessionOf(request).userId),
  );

  app.delete(
    paths.myIdentity,
    {
      schema: {
        summary: 'Unlink a social account',
        tags,
        security,
        params: ProviderParams,
        response: { 200: Identities },
      },
      onRequest: requireSession(deps),
    },
    async (request) => unlinkIdentity(deps, sessionOf(request), request.params.provider),
  );

  await app.register(async (scope) => callbacks(scope, deps));
};

/** Registers the routes to which the providers send the rider's browser back. */
function callbacks(app: FastifyInstance, deps: Dependencies): void {
  acceptForms(app, formLimitBytes);

  const back = async (
    provider: unknown,
    answer: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const browserToken = readBrowserToken(request, deps.settings);
    const known = SocialProvider.safeParse(provider);
    const params = z.record(z.string(), z.string()).safeParse(answer);
    const attempt =
      known.success && params.success && browserToken !== null
        ? await handleAnswer(deps, known.data, new URLSearchParams(params.data), browserToken)
        : null;
    return (
      reply
        .code(303)
        // The address of this page contains the code. With this header, the browser does not send the address to other
        // sites.
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .header('location', attempt === null ? backTo : `${backTo}?attempt=${attempt}`)
        .send()
    );
  };

  const params = z.object({ provider: z.string() });
  const schema = {
    summary: 'The redirect URI for the providers',
    tags,
    params,
    response: { 303: z.undefined() },
  };
  const config = { bound: callBounds.signIn };
  app.get(paths.socialCallback, { config, schema }, async (request, reply) =>
    back(params.parse(request.params).provider, request.query, request, reply),
  );
  app.post(paths.socialCallback, { config, schema }, async (request, reply) =>
    back(params.parse(request.params).provider, request.body, request, reply),
  );
}

/** The page of the app that finishes the attempt, or shows why the attempt failed. */
const backTo = '/login/social';
