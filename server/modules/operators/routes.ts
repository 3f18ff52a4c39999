import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  AddKey,
  AddOperator,
  CallingOperator,
  ChangeRoles,
  KeyAdded,
  OnlyReason,
  OperatorChanged,
  OperatorList,
  OperatorName,
  OperatorRole,
} from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../unitOfWork.ts';
import { actOf, guardOperators, operatorOf } from './guard.ts';
import {
  addOperator,
  addOperatorKey,
  blockOperator,
  changeRoles,
  listOperators,
  revokeKey,
} from './team.ts';

const NameParams = z.object({ name: OperatorName });
const KeyParams = NameParams.extend({ id: z.uuid() });
/** Every role but that of an administrator, who may call every route. */
const everyRole = OperatorRole.exclude(['administrator']).options;

/** The operators, their roles and their keys. Only administrators change them. */
export const operatorRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const config = { bound: callBounds.operator, roles: [] };

  app.get(
    '/api/ops/me',
    {
      config: { ...config, roles: everyRole },
      schema: { summary: 'Tell who calls', response: { 200: CallingOperator } },
    },
    async (request) => {
      const { name, roles } = operatorOf(request);
      return { name, roles: [...roles] };
    },
  );

  app.get(
    '/api/ops/operators',
    { config, schema: { summary: 'List the operators', response: { 200: OperatorList } } },
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

  const changed = { 200: OperatorChanged };

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
      const { label, why } = request.body;
      const act = actOf(request, why);
      const added = await transact(deps, (work) =>
        addOperatorKey(work, request.params.name, label, act),
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
