import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { DoctorReport } from '../../../contract/operators/doctor.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { guardOperators } from '../operators/guard.ts';
import { examine } from './examine.ts';

/** The check of the set-up. Only administrators may call it, because its findings reveal weaknesses. */
export const doctorRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);

  app.get(
    '/api/ops/doctor',
    {
      config: { bound: callBounds.operator, roles: [] },
      schema: { summary: 'Check the set-up of the server', response: { 200: DoctorReport } },
    },
    async (request) => ({
      findings: await examine(deps, request.headers['x-forwarded-for'] !== undefined),
    }),
  );
};
