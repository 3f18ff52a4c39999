import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { Raffle, RaffleDraws, RaffleDrawsQuery, RaffleEntry } from '../../../contract/raffle.ts';
import type { Dependencies } from '../../dependencies.ts';
import { publicForGuests } from '../../http/answers/publicAnswers.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { admitSession, requireSession, sessionOf } from '../auth/guard.ts';
import { enterRaffle } from './enterRaffle.ts';
import { listDraws, readRaffle } from './readRaffle.ts';

const tags = ['campaigns'];
/** The schema accepts every type, so that an invalid type gets the same answer as an unknown type. */
const Params = z.object({ type: z.string() });
/**
 * Within this limit, anybody can read the draws of half a million entries without waiting for the
 * next window.
 */
const checks = { name: 'draws:address', limit: 500, windowSeconds: 600 };

/** Endpoints for raffles. The draws are public, so that anybody can check them. */
export const raffleRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.get(
    paths.raffle,
    {
      config: { bound: callBounds.campaign },
      onRequest: admitSession(deps),
      schema: {
        summary: 'A raffle: its prizes, its odds, and the hash of its seed',
        tags,
        security: [{}, { session: [] }],
        params: Params,
        response: { 200: Raffle },
      },
    },
    async (request, reply) => {
      const userId = request.session?.userId ?? null;
      const { value, until } = await readRaffle(deps, userId, request.params.type);
      publicForGuests(request, reply, deps.clock.now(), until);
      return value;
    },
  );

  app.post(
    paths.raffleEntries,
    {
      onRequest: requireSession(deps),
      schema: {
        summary: "Draw once for today, by the calendar of the raffle's zone (Idempotency-Key)",
        tags,
        security: [{ session: [] }],
        params: Params,
        response: { 201: RaffleEntry },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      return reply.code(201).send(await enterRaffle(deps, request, userId, request.params.type));
    },
  );

  app.get(
    paths.raffleDraws,
    {
      config: { bound: callBounds.campaign },
      schema: {
        summary: 'All draws in the order of their numbers, to check the raffle',
        tags,
        params: Params,
        querystring: RaffleDrawsQuery,
        response: { 200: RaffleDraws },
      },
    },
    async (request) => {
      await countCall(deps.db, checks, callerNetwork(request.ip), deps.clock.now());
      return listDraws(deps, request.params.type, request.query.after);
    },
  );
};
