import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import { StationCardQuery } from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { ProblemError } from '../../http/problem.ts';
import { findStation } from '../stations/stationRows.ts';
import { cardTexts } from './linkPreview.ts';
import { StationCards } from './stationCards.ts';

/**
 * Caches may store the picture for a day, because messengers store previews for days anyway, and
 * the prices of a station change rarely.
 */
const publicForADay = 'public, max-age=86400';

export const cardRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  const cards = new StationCards();

  app.get(
    paths.stationCard,
    {
      config: { bound: callBounds.card },
      schema: {
        summary: 'A picture of a station for link previews, as PNG',
        tags: ['stations'],
        params: z.object({ id: z.string() }),
        querystring: StationCardQuery,
      },
    },
    async (request, reply) => {
      const id = parseStationId(request.params.id);
      const station = id && (await findStation(deps.db, id, deps.clock.now()));
      if (!station) throw new ProblemError('stationNotFound');
      const picture = await cards.draw(cardTexts(station, request.query.lang, deps.settings));
      return reply.header('cache-control', publicForADay).type('image/png').send(picture);
    },
  );
};
