import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  BlockPhone,
  BlockRider,
  CreditRider,
  FindRiders,
  PhoneBlocked,
  RiderChanged,
  RiderCredited,
  RiderErased,
  RidersFound,
  RiderShown,
  RiderTimeLine,
  RiderTimeLineQuery,
  RiderUnmasked,
} from '../../../contract/operators/riders.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import { RiderData } from '../../../contract/profile.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { orRequest } from '../approvals/payLimits.ts';
import { actOf, guardOperators } from '../operators/guard.ts';
import { findRiders, showRider } from './findRiders.ts';
import { eraseRiderOnRequest, exportRider } from './privacyActs.ts';
import { blockPhone, blockRider, creditRider, requestCredit, unmaskRider } from './riderActs.ts';
import { riderTimeLine } from './timeLine.ts';

const NumberParams = z.object({ number: z.string().max(20) });

/** Endpoints with which support finds and changes riders. Only `unmask` and `export` show personal data. */
export const riderRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  guardOperators(app, deps);
  const { db, settings } = deps;
  const bound = callBounds.operator;
  const readers = { bound, roles: ['support', 'finance', 'readOnly'] as const };
  const config = { bound, roles: ['support'] as const };

  app.post(
    '/api/ops/riders/search',
    {
      config: readers,
      schema: {
        summary: 'Find riders by a phone, a number or a card; the answer is masked',
        body: FindRiders,
        response: { 200: RidersFound },
      },
    },
    (request) => findRiders(db, settings, request.body),
  );

  app.get(
    '/api/ops/riders/:number',
    {
      config: readers,
      schema: {
        summary: 'Show a rider, masked',
        params: NumberParams,
        response: { 200: RiderShown },
      },
    },
    (request) => showRider(db, settings, request.params.number),
  );

  app.get(
    '/api/ops/riders/:number/time-line',
    {
      config: readers,
      schema: {
        summary: 'List the orders, payments and cases of a rider',
        params: NumberParams,
        querystring: RiderTimeLineQuery,
        response: { 200: RiderTimeLine },
      },
    },
    (request) => riderTimeLine(db, request.params.number, request.query),
  );

  app.post(
    '/api/ops/riders/:number/unmask',
    {
      config,
      schema: {
        summary: 'Show the contact of a rider',
        params: NumberParams,
        body: OnlyReason,
        response: { 200: RiderUnmasked },
      },
    },
    async (request, reply) => {
      const act = actOf(request, request.body.why);
      const { number } = request.params;
      const shown = await transact(deps, (work) => unmaskRider(work, number, act));
      return reply.header('cache-control', 'no-store').send(shown);
    },
  );

  for (const [verb, isBlocked, summary] of [
    ['block', true, 'Block a rider'],
    ['unblock', false, 'End the block of a rider'],
  ] as const) {
    app.post(
      `/api/ops/riders/:number/${verb}`,
      {
        config,
        schema: {
          summary,
          params: NumberParams,
          body: BlockRider,
          response: { 200: RiderChanged },
        },
      },
      (request) => {
        const { what, why } = request.body;
        const act = actOf(request, why);
        const { number } = request.params;
        return transact(deps, (work) =>
          blockRider(work, settings, number, { what, isBlocked }, act),
        );
      },
    );
  }

  app.post(
    '/api/ops/blocked-phones',
    {
      config,
      schema: {
        summary: 'Block a phone, or end its block',
        body: BlockPhone,
        response: { 200: PhoneBlocked },
      },
    },
    (request) => {
      const { why, ...phone } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => blockPhone(work, settings, phone, act));
    },
  );

  app.post(
    '/api/ops/riders/:number/credit',
    {
      config: { bound, roles: ['support', 'finance'] },
      schema: {
        summary: 'Credit GoCash to a rider',
        params: NumberParams,
        body: CreditRider,
        response: { 200: RiderCredited },
      },
    },
    (request) => {
      const { amount, why } = request.body;
      const act = actOf(request, why);
      const { number } = request.params;
      return orRequest(
        deps,
        request,
        (work) => creditRider(work, settings, number, amount, act),
        (work, needed) => requestCredit(work, settings, number, needed, act),
      );
    },
  );

  app.post(
    '/api/ops/riders/:number/export',
    {
      config,
      schema: {
        summary: 'Export all data about a rider who asked for it',
        params: NumberParams,
        body: OnlyReason,
        response: { 200: RiderData },
      },
    },
    async (request, reply) => {
      const act = actOf(request, request.body.why);
      const data = await exportRider(deps, request.params.number, act);
      return reply.header('cache-control', 'no-store').send(data);
    },
  );

  app.post(
    '/api/ops/riders/:number/erase',
    {
      config,
      schema: {
        summary: 'Erase the personal data of a rider who asked for it',
        params: NumberParams,
        body: OnlyReason,
        response: { 200: RiderErased },
      },
    },
    (request) => {
      const act = actOf(request, request.body.why);
      return eraseRiderOnRequest(deps, request.params.number, act);
    },
  );
};
