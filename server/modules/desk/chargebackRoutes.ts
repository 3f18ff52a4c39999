import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ChargebackList,
  ChargebackQuery,
  FreezeLifted,
} from '../../../contract/operators/chargebacks.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { orRequest } from '../approvals/payLimits.ts';
import { actOf, guardOperators } from '../operators/guard.ts';
import { liftOnce, listChargebacks, requestLift } from './chargebacks.ts';

/** The chargebacks and their freezes. */
export const chargebackRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;

  app.get(
    '/api/ops/chargebacks',
    {
      config: { bound, roles: ['support', 'finance', 'readOnly'] },
      schema: {
        summary: 'List the chargebacks',
        querystring: ChargebackQuery,
        response: { 200: ChargebackList },
      },
    },
    (request) => listChargebacks(deps.db, request.query),
  );

  app.post(
    '/api/ops/chargebacks/:id/lift',
    {
      config: { bound, roles: ['support', 'finance'] },
      schema: {
        summary: 'Lift the freeze of a chargeback',
        params: z.object({ id: z.string().max(200) }),
        body: OnlyReason,
        response: { 200: FreezeLifted },
      },
    },
    (request) => {
      const act = actOf(request, request.body.why);
      const { id } = request.params;
      return orRequest(
        deps,
        request,
        (work) => liftOnce(work, id, act, deps.settings.payLimits),
        (work, needed) => requestLift(work, id, act, needed),
      );
    },
  );
};
