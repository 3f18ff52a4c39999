import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { OperatorRole } from '../../../contract/operators/team.ts';
import { AlertsChanged, AlertsShown, SetAlerts } from '../../../contract/operators/tickets.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators, operatorOf } from '../operators/guard.ts';
import { readAlerts, setAlerts } from './alerts.ts';

/** The alerts of the operator who calls. */
export const alertRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  guardOperators(app, deps);
  const config = {
    bound: callBounds.operator,
    roles: OperatorRole.exclude(['administrator']).options,
  };

  app.get(
    '/api/ops/me/alerts',
    {
      config,
      schema: { summary: 'Show the alerts of the caller', response: { 200: AlertsShown } },
    },
    async (request) => ({ alerts: await readAlerts(deps.db, operatorOf(request).name) }),
  );

  app.post(
    '/api/ops/me/alerts',
    {
      config,
      schema: {
        summary: 'Change the alerts of the caller',
        body: SetAlerts,
        response: { 200: AlertsChanged },
      },
    },
    (request) => {
      const { alerts, why } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => setAlerts(work, alerts, act));
    },
  );
};
