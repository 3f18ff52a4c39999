import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CallingOperator,
  CheckFactor,
  ConfirmFactor,
  FactorChecked,
  FactorConfirmed,
  FactorSetUp,
  SessionList,
} from '../../../contract/operators/signIn.ts';
import { OperatorRole } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { checkFactor, confirmFactor, setUpFactor } from './factor/factors.ts';
import { guardOperators, operatorOf, sessionOf, type CallingSession } from './guard.ts';
import { OpsError } from './opsError.ts';
import { presentSessionCaller } from './presentCaller.ts';
import { clearSessionCookie } from './signIn/sessionCookie.ts';
import { endOwnSession, listSessions, useSession } from './signIn/sessions.ts';

/** Endpoints for the caller's own session and second factor. Their changes need no reason and no approval. */
export const sessionRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const { db, clock, settings } = deps;
  const roles = OperatorRole.exclude(['administrator']).options;
  const config = { bound: callBounds.operator, roles };
  const early = { ...config, isBeforeFactor: true } as const;

  app.get(
    '/api/ops/me',
    {
      config: early,
      schema: {
        summary: 'Show the caller and the state of the session',
        response: { 200: CallingOperator },
      },
    },
    async (request) => {
      const { name, roles: own, scopes, session } = operatorOf(request);
      if (session) return presentSessionCaller(db, session);
      return { name, roles: [...own], scopes: scopes && [...scopes], session: null };
    },
  );

  app.get(
    '/api/ops/me/sessions',
    { config, schema: { summary: 'List your open sessions', response: { 200: SessionList } } },
    async (request) => {
      const { operatorId } = sessionOf(request);
      return { sessions: await listSessions(db, operatorId, clock.now()) };
    },
  );

  app.post(
    '/api/ops/me/sessions/:id/end',
    {
      config: early,
      schema: {
        summary: 'End one of your sessions',
        params: z.object({ id: z.uuid() }),
        response: { 200: SessionList },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      await endOwnSession(deps, session, request.params.id);
      return { sessions: await listSessions(db, session.operatorId, clock.now()) };
    },
  );

  app.post(
    '/api/ops/sign-out',
    {
      config: early,
      schema: { summary: 'End the session of the call', response: { 204: z.null() } },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      await endOwnSession(deps, session, session.id);
      clearSessionCookie(reply, settings);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/ops/second-factor/set-up',
    {
      config: early,
      schema: { summary: 'Make the secret for a second factor', response: { 200: FactorSetUp } },
    },
    (request) => setUpFactor(deps, sessionOf(request)),
  );

  app.post(
    '/api/ops/second-factor/confirm',
    {
      config: early,
      schema: {
        summary: 'Confirm the second factor with a code',
        body: ConfirmFactor,
        response: { 200: FactorConfirmed },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const recoveryCodes = await confirmFactor(deps, session, request.body.code);
      return { recoveryCodes: [...recoveryCodes], me: await meNow(session) };
    },
  );

  app.post(
    '/api/ops/second-factor/check',
    {
      config: early,
      schema: {
        summary: 'Enter a code of the second factor',
        body: CheckFactor,
        response: { 200: FactorChecked },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const recoveryCodesLeft = await checkFactor(deps, session, request.body);
      return { recoveryCodesLeft, me: await meNow(session) };
    },
  );

  /** Presents the caller again after a change of the session. */
  async function meNow({ token }: CallingSession): Promise<CallingOperator> {
    const at = clock.now();
    const session = await useSession(db, token, at);
    if (!session) throw new OpsError('sessionEnded', 'The session has ended. Sign in again.');
    return presentSessionCaller(db, { ...session, token, at });
  }
};
