import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { NewReservation, Reservation, Reservations } from '../../../contract/reservations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { workOnce } from '../../http/requests/idempotency.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { cancelReservation, readReservations, reserve } from './reservations.ts';

const tags = ['reservations'];
const security = [{ session: [] }];

/** Endpoints for the rider's own reservations. */
export const reservationRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.reservations,
    {
      schema: {
        summary: 'The charger and the slot that the rider has reserved',
        tags,
        security,
        response: { 200: Reservations },
      },
    },
    async (request) => readReservations(deps, sessionOf(request).userId),
  );

  app.post(
    paths.reservations,
    {
      schema: {
        summary:
          'Reserve a charger, or a free slot for the return, for some minutes (Idempotency-Key)',
        tags,
        security,
        body: NewReservation,
        response: { 201: Reservation },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request);
      const made = await workOnce(deps, request, userId, Reservation, (work) =>
        reserve(work, deps.settings, userId, request.body),
      );
      return reply.code(201).send(made);
    },
  );

  app.delete(
    paths.reservation,
    {
      schema: {
        summary: 'End a reservation early; repeating the call changes nothing',
        tags,
        security,
        params: z.object({ id: z.uuid() }),
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await cancelReservation(deps, sessionOf(request).userId, request.params.id);
      return reply.code(204).send();
    },
  );
};
