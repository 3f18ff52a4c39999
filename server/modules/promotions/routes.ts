import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CampaignChanged,
  CampaignList,
  CouponEnded,
  CouponList,
  CouponQuery,
  CouponsCreated,
  CreateCampaign,
  CreateCoupons,
} from '../../../contract/operators/promotions.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators } from '../operators/guard.ts';
import { createCampaignOnce, endCampaignOnce, listCampaignsForOperators } from './campaignActs.ts';
import { createCouponsOnce, endCouponOnce, listCouponsForOperators } from './couponActs.ts';

/**
 * Endpoints for coupons and campaigns. The roles `marketing` and `finance` may create them. If a
 * promotion exceeds the limits of `marketing`, only `finance` may create it. Only `marketing` may
 * end coupons and campaigns. An administrator may do all this.
 */
export const promotionRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;
  const readers = { bound, roles: ['support', 'finance', 'marketing', 'readOnly'] as const };
  const config = { bound, roles: ['marketing'] as const };
  const creators = { bound, roles: ['finance', 'marketing'] as const };

  app.get(
    '/api/ops/coupons',
    {
      config: readers,
      schema: {
        summary: 'List the coupons',
        querystring: CouponQuery,
        response: { 200: CouponList },
      },
    },
    (request) => listCouponsForOperators(deps.db, request.query),
  );

  app.post(
    '/api/ops/coupons',
    {
      config: creators,
      schema: {
        summary: 'Create coupons',
        body: CreateCoupons,
        response: { 201: CouponsCreated },
      },
    },
    async (request, reply) => {
      const { coupon, why } = request.body;
      const act = actOf(request, why);
      const made = await transact(deps, (work) =>
        createCouponsOnce(work, deps.settings, coupon, act),
      );
      return reply.code(201).header('cache-control', 'no-store').send(made);
    },
  );

  app.post(
    '/api/ops/coupons/:code/end',
    {
      config,
      schema: {
        summary: 'End a coupon',
        params: z.object({ code: z.string().max(60) }),
        body: OnlyReason,
        response: { 200: CouponEnded },
      },
    },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => endCouponOnce(work, request.params.code, act));
    },
  );

  app.get(
    '/api/ops/campaigns',
    {
      config: readers,
      schema: { summary: 'List the campaigns and raffles', response: { 200: CampaignList } },
    },
    () => listCampaignsForOperators(deps.db, deps.clock.now()),
  );

  app.post(
    '/api/ops/campaigns',
    {
      config: creators,
      schema: {
        summary: 'Create a campaign or a raffle',
        body: CreateCampaign,
        response: { 201: CampaignChanged },
      },
    },
    async (request, reply) => {
      const { campaign, why } = request.body;
      const act = actOf(request, why);
      const made = await transact(deps, (work) =>
        createCampaignOnce(work, deps.settings, campaign, act),
      );
      return reply.code(201).send(made);
    },
  );

  app.post(
    '/api/ops/campaigns/:type/end',
    {
      config,
      schema: {
        summary: 'End a campaign or a raffle',
        params: z.object({ type: z.string().max(60) }),
        body: OnlyReason,
        response: { 200: CampaignChanged },
      },
    },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => endCampaignOnce(work, request.params.type, act));
    },
  );
};
