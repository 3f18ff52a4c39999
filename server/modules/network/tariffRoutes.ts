import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  AssignmentChanged,
  AssignmentList,
  AssignTariff,
  CreateTariff,
  EndAssignment,
  TariffCreated,
  TariffList,
  TariffRead,
} from '../../../contract/operators/tariffs.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators, requireAllStations } from '../operators/guard.ts';
import { readAssignments } from '../tariffs/assignments.ts';
import {
  assignTariff,
  createTariff,
  endAssignment,
  listTariffs,
  readTariff,
} from './tariffActs.ts';

const TariffParams = z.object({ id: z.string().max(40) });
const AssignmentParams = z.object({ id: z.uuid() });

/** Endpoints for tariffs and their assignments. */
export const tariffRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const config = { bound: callBounds.operator, roles: [] };
  const readers = {
    ...config,
    roles: ['support', 'field', 'finance', 'marketing', 'readOnly'] as const,
  };

  app.get(
    '/api/ops/tariffs',
    { config: readers, schema: { summary: 'List the tariffs', response: { 200: TariffList } } },
    () => listTariffs(deps.db),
  );

  app.get(
    '/api/ops/tariffs/:id',
    {
      config: readers,
      schema: {
        summary: 'Show a tariff as riders read it',
        params: TariffParams,
        response: { 200: TariffRead },
      },
    },
    (request) => readTariff(deps.db, request.params.id),
  );

  app.post(
    '/api/ops/tariffs',
    {
      config,
      schema: { summary: 'Create a tariff', body: CreateTariff, response: { 201: TariffCreated } },
    },
    async (request, reply) => {
      const { why, ...tariff } = request.body;
      const act = actOf(request, why);
      const created = await transact(deps, (work) => createTariff(work, deps, tariff, act));
      return reply.code(201).send(created);
    },
  );

  const changed = { 200: AssignmentChanged };

  app.post(
    '/api/ops/tariffs/:id/assign',
    {
      config,
      schema: {
        summary: 'Assign a tariff to stations',
        params: TariffParams,
        body: AssignTariff,
        response: changed,
      },
    },
    (request) => {
      requireAllStations(request);
      const { why, ...asked } = request.body;
      const act = actOf(request, why);
      const assignment = { ...asked, tariffId: request.params.id };
      return transact(deps, (work) => assignTariff(work, deps.settings, assignment, act));
    },
  );

  app.get(
    '/api/ops/tariff-assignments',
    {
      config: readers,
      schema: { summary: 'List the assignments of tariffs', response: { 200: AssignmentList } },
    },
    async () => ({ assignments: await readAssignments(deps.db, deps.clock.now()) }),
  );

  app.post(
    '/api/ops/tariff-assignments/:id/end',
    {
      config,
      schema: {
        summary: 'End an assignment of a tariff',
        params: AssignmentParams,
        body: EndAssignment,
        response: changed,
      },
    },
    (request) => {
      requireAllStations(request);
      const { endsAt, why } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => endAssignment(work, request.params.id, endsAt, act));
    },
  );
};
