import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ApprovalDecided,
  ApprovalList,
  ApprovalQuery,
} from '../../../contract/operators/approvals.ts';
import { OnlyReason, OperatorRole } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators, operatorOf } from '../operators/guard.ts';
import { approve, listApprovals, reject, withdraw, type ApprovableActs } from './approvals.ts';

const IdParams = z.object({ id: z.uuid() });

/** Acts that wait for a second operator. */
export const approvalRoutes: FastifyPluginAsyncZod<{
  deps: Dependencies;
  acts: ApprovableActs;
}> = async (app, { deps, acts }) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;
  // The routes for `approve` and `reject` admit the roles of all acts. Both functions then check the roles of the
  // requested act.
  const roles = [...new Set(Object.values(acts).flatMap((act) => act.roles))];

  app.get(
    '/api/ops/approvals',
    {
      config: { bound, roles: OperatorRole.exclude(['administrator']).options },
      schema: {
        summary: 'List the acts that need approval',
        querystring: ApprovalQuery,
        response: { 200: ApprovalList },
      },
    },
    (request) => listApprovals(deps.db, request.query.state, deps.clock.now()),
  );

  const schema = {
    params: IdParams,
    body: OnlyReason,
    response: { 200: ApprovalDecided },
  };
  for (const [verb, decide, factor, summary] of [
    ['approve', approve, { needsFreshFactor: true }, 'Approve a request, which runs the act'],
    ['reject', reject, {}, 'Reject a request'],
  ] as const) {
    app.post(
      `/api/ops/approvals/:id/${verb}`,
      { config: { bound, roles, ...factor }, schema: { ...schema, summary } },
      (request) => {
        const act = actOf(request, request.body.why);
        const operator = operatorOf(request);
        return transact(deps, (work) => decide(work, acts, request.params.id, operator, act));
      },
    );
  }
  // All operators may withdraw their own requests.
  const everyRole = OperatorRole.exclude(['administrator']).options;
  const summary = 'Withdraw your request';
  app.post(
    '/api/ops/approvals/:id/withdraw',
    { config: { bound, roles: everyRole }, schema: { ...schema, summary } },
    (request) => {
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => withdraw(work, request.params.id, act));
    },
  );
};
