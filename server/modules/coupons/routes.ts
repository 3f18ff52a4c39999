import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { Coupon, Coupons, RedeemCoupon } from '../../../contract/coupons.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { listCoupons } from './listCoupons.ts';
import { redeemCoupon } from './redeemCoupon.ts';

const tags = ['coupons'];
const security = [{ session: [] }];

export const couponRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.coupons,
    {
      schema: {
        summary: "The rider's coupons, the usable ones first",
        tags,
        security,
        response: { 200: Coupons },
      },
    },
    async (request) => listCoupons(deps.db, sessionOf(request).userId, deps.clock.now()),
  );

  app.post(
    paths.coupons,
    {
      schema: {
        summary: 'Redeem a code (Idempotency-Key)',
        tags,
        security,
        body: RedeemCoupon,
        response: { 201: Coupon },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const coupon = await redeemCoupon(deps, request, userId, request.body.code);
      return reply.code(201).send(coupon);
    },
  );
};
