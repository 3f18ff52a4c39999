import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MyStations } from '../../../contract/favourites.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { requireSession, sessionOf } from '../auth/guard.ts';
import { readMyStations, removeFavourite, saveFavourite } from './favourites.ts';

const tags = ['stations'];
const security = [{ session: [] }];
const FavouriteParams = z.object({ stationId: z.string().max(100) });

/**
 * The routes of the rider's own stations. No path contains a rider's id, so a caller reaches only the caller's own
 * favourites.
 */
export const favouriteRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  app.addHook('onRequest', requireSession(deps));

  app.get(
    paths.myStations,
    {
      schema: {
        summary: 'The favourites of the rider, and the station that the rider uses most',
        tags,
        security,
        response: { 200: MyStations },
      },
    },
    async (request) => readMyStations(deps, sessionOf(request).userId),
  );

  app.put(
    paths.favourite,
    {
      schema: {
        summary: 'Save a station as a favourite; repeating the call changes nothing',
        tags,
        security,
        params: FavouriteParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await saveFavourite(deps, sessionOf(request).userId, request.params.stationId);
      return reply.code(204).send();
    },
  );

  app.delete(
    paths.favourite,
    {
      schema: {
        summary: 'Remove a favourite; repeating the call changes nothing',
        tags,
        security,
        params: FavouriteParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await removeFavourite(deps.db, sessionOf(request).userId, request.params.stationId);
      return reply.code(204).send();
    },
  );
};
