import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { AuditList, AuditQuery, AuditVerified } from '../../../contract/operators/audit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { listOperatorActions, verifyOperatorActions } from '../audit/readOperatorActions.ts';
import { guardOperators, operatorOf } from './guard.ts';
import { OpsError } from './opsError.ts';

/** Endpoints for the record of operators. */
export const auditRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;

  app.get(
    '/api/ops/audit',
    {
      config: { bound, roles: ['support', 'field', 'finance', 'marketing'] },
      schema: {
        summary: 'Read the record of operators',
        querystring: AuditQuery,
        response: { 200: AuditList },
      },
    },
    (request) => {
      const { name, roles } = operatorOf(request);
      const { who } = request.query;
      if (roles.some((role) => role === 'administrator' || role === 'finance')) {
        return listOperatorActions(deps.db, request.query);
      }
      if (who !== undefined && who.toLowerCase() !== name.toLowerCase()) {
        throw new OpsError('roleMissing', 'You can read only your own acts.');
      }
      return listOperatorActions(deps.db, { ...request.query, who: name });
    },
  );

  app.get(
    '/api/ops/audit/verify',
    {
      config: { bound, roles: ['finance'] },
      schema: {
        summary: 'Verify the chain of the record of operators',
        response: { 200: AuditVerified },
      },
    },
    () => verifyOperatorActions(deps.db),
  );
};
