import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { OnlyReason } from '../../../contract/operators/team.ts';
import { TicketChanged, TicketList, TicketQuery } from '../../../contract/operators/tickets.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators, operatorOf, refuseForeignStation } from '../operators/guard.ts';
import { readTickets } from './readTickets.ts';
import { finishTicket, takeTicket } from './ticketActs.ts';

const NumberParams = z.object({
  number: z
    .string()
    .max(20)
    .transform((text) => text.toUpperCase()),
});

/** Endpoints for tickets. */
export const ticketRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;
  const config = { bound, roles: ['field'] as const };

  app.get(
    '/api/ops/tickets',
    {
      config: { bound, roles: ['support', 'field', 'finance', 'marketing', 'readOnly'] },
      schema: {
        summary: 'List the tickets',
        querystring: TicketQuery,
        response: { 200: TicketList },
      },
    },
    async (request) => {
      const { limit, ...filter } = request.query;
      const { reach } = operatorOf(request);
      const found = await readTickets(deps.db, { ...filter, reach }, limit + 1);
      const tickets = found.slice(0, limit);
      return { tickets, after: found.length > limit ? (tickets.at(-1)?.number ?? null) : null };
    },
  );

  const schema = {
    params: NumberParams,
    body: OnlyReason,
    response: { 200: TicketChanged },
  };
  const take = { ...schema, summary: 'Take a ticket' };
  app.post('/api/ops/tickets/:number/take', { config, schema: take }, async (request) => {
    await refuseForeign(request, request.params.number);
    const act = actOf(request, request.body.why);
    return transact(deps, (work) => takeTicket(work, request.params.number, act));
  });
  const finish = { ...schema, summary: 'Mark a ticket as done' };
  app.post('/api/ops/tickets/:number/done', { config, schema: finish }, async (request) => {
    await refuseForeign(request, request.params.number);
    const act = actOf(request, request.body.why);
    return transact(deps, (work) => finishTicket(work, request.params.number, act));
  });

  async function refuseForeign(request: FastifyRequest, number: string): Promise<void> {
    const [ticket] = await readTickets(deps.db, { number }, 1);
    if (ticket) await refuseForeignStation(deps.db, request, ticket.station);
  }
};
