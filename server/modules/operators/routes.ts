import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { LinkMade, SessionList } from '../../../contract/operators/signIn.ts';
import {
  AddKey,
  AddOperator,
  ChangeAccount,
  ChangeReach,
  ChangeRoles,
  InviteOperator,
  KeyAdded,
  OnlyReason,
  OperatorChanged,
  OperatorList,
  OperatorName,
} from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import {
  actOf,
  areasOf,
  guardOperators,
  isReading,
  operatorOf,
  requireAllStations,
} from './guard.ts';
import { OpsError } from './opsError.ts';
import { makeFirstLink } from './signIn/links.ts';
import { listSessions } from './signIn/sessions.ts';
import {
  addOperator,
  addOperatorKey,
  blockOperator,
  changeAccount,
  changeReach,
  changeRoles,
  endOneSession,
  inviteOperator,
  listOperators,
  lockOperator,
  resetFactor,
  revokeKey,
} from './team.ts';

const NameParams = z.object({ name: OperatorName });
const KeyParams = NameParams.extend({ id: z.uuid() });

/**
 * Endpoints for operators, their roles and their keys. Only administrators may call these endpoints, and only
 * administrators without a limit to regions and venues may change something.
 */
export const operatorRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  // An operator with a limit must not change operators, because a new operator or key could have no limit.
  app.addHook('preHandler', async (request) => {
    if (!isReading(request)) requireAllStations(request);
  });
  const reading = { bound: callBounds.operator, roles: [] };
  const config = { ...reading, needsFreshFactor: true } as const;
  const signIn = {
    issuer: deps.signIn.operators?.issuer ?? null,
    settings: deps.settings,
  };

  app.get(
    '/api/ops/operators',
    { config: reading, schema: { summary: 'List the operators', response: { 200: OperatorList } } },
    () => listOperators(deps.db),
  );

  app.post(
    '/api/ops/operators',
    {
      config,
      schema: { summary: 'Add an operator', body: AddOperator, response: { 201: OperatorChanged } },
    },
    async (request, reply) => {
      const { why, ...operator } = request.body;
      const act = actOf(request, why);
      return reply.code(201).send(await transact(deps, (work) => addOperator(work, operator, act)));
    },
  );

  app.post(
    '/api/ops/operators/invite',
    {
      config,
      schema: {
        summary: 'Invite an operator, who signs in at the provider',
        body: InviteOperator,
        response: { 201: OperatorChanged },
      },
    },
    async (request, reply) => {
      const { why, ...invited } = request.body;
      const act = actOf(request, why);
      const done = await transact(deps, (work) => inviteOperator(work, invited, signIn, act));
      return reply.code(201).send(done);
    },
  );

  app.post(
    '/api/ops/operators/:name/first-link',
    {
      config,
      schema: {
        summary: 'Make a one-time link for an administrator',
        params: NameParams,
        body: OnlyReason,
        response: { 201: LinkMade },
      },
    },
    async (request, reply) => {
      // A link signs an operator in without the provider, so only a person with the key of the server may make one.
      if (operatorOf(request).hasOwnKey) {
        throw new OpsError('serverKeyNeeded', 'Only the key of the server can make a link.');
      }
      const act = actOf(request, request.body.why);
      const made = await transact(deps, (work) => makeFirstLink(work, request.params.name, act));
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  );

  const changed = { 200: OperatorChanged };

  app.post(
    '/api/ops/operators/:name/reach',
    {
      config,
      schema: {
        summary: 'Limit an operator to regions and venues',
        params: NameParams,
        body: ChangeReach,
        response: changed,
      },
    },
    (request) => {
      const { why, ...reach } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => changeReach(work, request.params.name, reach, act));
    },
  );

  app.post(
    '/api/ops/operators/:name/account',
    {
      config,
      schema: {
        summary: 'Replace the account with which an operator signs in',
        params: NameParams,
        body: ChangeAccount,
        response: changed,
      },
    },
    (request) => {
      const { account, why } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) =>
        changeAccount(work, request.params.name, account, signIn, act),
      );
    },
  );

  app.get(
    '/api/ops/operators/:name/sessions',
    {
      config: reading,
      schema: {
        summary: 'List the open sessions of an operator',
        params: NameParams,
        response: { 200: SessionList },
      },
    },
    (request) =>
      transact(deps, async (work) => {
        const { id } = await lockOperator(work, request.params.name);
        return { sessions: await listSessions(work.trx, id, work.now) };
      }),
  );

  app.post(
    '/api/ops/operators/:name/sessions/:id/end',
    {
      config,
      schema: {
        summary: 'End a session of an operator',
        params: KeyParams,
        body: OnlyReason,
        response: changed,
      },
    },
    (request) => {
      const { name, id } = request.params;
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => endOneSession(work, name, id, act));
    },
  );

  app.post(
    '/api/ops/operators/:name/second-factor/reset',
    {
      config,
      schema: {
        summary: 'Remove the second factor of another operator',
        params: NameParams,
        body: OnlyReason,
        response: changed,
      },
    },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => resetFactor(work, request.params.name, act));
    },
  );

  app.post(
    '/api/ops/operators/:name/roles',
    {
      config,
      schema: {
        summary: 'Replace the roles of an operator',
        params: NameParams,
        body: ChangeRoles,
        response: changed,
      },
    },
    (request) => {
      const { roles, why } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => changeRoles(work, request.params.name, roles, act));
    },
  );

  for (const [verb, isBlocked, summary] of [
    ['block', true, 'Block an operator'],
    ['unblock', false, 'Unblock an operator'],
  ] as const) {
    app.post(
      `/api/ops/operators/:name/${verb}`,
      { config, schema: { summary, params: NameParams, body: OnlyReason, response: changed } },
      (request) => {
        const act = actOf(request, request.body.why);
        return transact(deps, (work) => blockOperator(work, request.params.name, isBlocked, act));
      },
    );
  }

  app.post(
    '/api/ops/operators/:name/keys',
    {
      config,
      schema: {
        summary: 'Make a key for an operator',
        params: NameParams,
        body: AddKey,
        response: { 201: KeyAdded },
      },
    },
    async (request, reply) => {
      const { why, ...key } = request.body;
      const act = actOf(request, why);
      const added = await transact(deps, (work) =>
        addOperatorKey(work, request.params.name, key, areasOf(app.routeBounds.keys()), act),
      );
      return reply.code(201).header('cache-control', 'no-store').send(added);
    },
  );

  app.post(
    '/api/ops/operators/:name/keys/:id/revoke',
    {
      config,
      schema: {
        summary: 'Revoke a key of an operator',
        params: KeyParams,
        body: OnlyReason,
        response: changed,
      },
    },
    (request) => {
      const { name, id } = request.params;
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => revokeKey(work, name, id, act));
    },
  );
};
