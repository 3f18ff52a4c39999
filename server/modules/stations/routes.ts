import type { FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { paths } from '../../../contract/paths.ts';
import { parseStationId } from '../../../contract/rules/places/stationId.ts';
import {
  Station,
  StationSearchQuery,
  StationSearchResult,
  StationTile,
  TileParams,
} from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { openEventStream } from '../../http/answers/eventStream.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { ProblemError } from '../../http/problem.ts';
import { searchStations } from './search/searchStations.ts';
import { StationEvents } from './stationEvents.ts';
import { findStation } from './stationRows.ts';
import { StationTiles } from './stationTiles.ts';

const tags = ['stations'];
const publicFor15Seconds = 'public, max-age=15, stale-while-revalidate=60';

export const stationRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  const tiles = new StationTiles(deps);
  const stationEvents = new StationEvents(deps);
  const { center } = deps.settings.map;

  app.get(
    paths.stationTile,
    {
      config: { bound: callBounds.tile },
      schema: {
        summary: 'The stations of a map tile',
        tags,
        params: TileParams,
        response: { 200: StationTile },
      },
    },
    async (request, reply) => {
      const text = await tiles.readText(inRange(request.params));
      reply.header('cache-control', publicFor15Seconds);
      return sendJsonText(reply, text);
    },
  );

  app.get(
    paths.stationTileEvents,
    {
      config: { bound: callBounds.follow },
      schema: {
        summary: 'Changes of the stations of a map tile, as server-sent events named `station`',
        tags,
        params: TileParams,
      },
    },
    async (request, reply) => {
      const tile = inRange(request.params);
      const stream = openEventStream(request, reply);
      const stop = stationEvents.listen(tile, (station) => stream.send('station', station));
      void stream.closed.then(stop);
      return reply;
    },
  );

  app.get(
    paths.stationSearch,
    {
      config: { bound: callBounds.search },
      schema: {
        summary: 'Stations by name, address or id',
        tags,
        querystring: StationSearchQuery,
        response: { 200: StationSearchResult },
      },
    },
    async (request) => {
      const { q, lat, lng } = request.query;
      const near = lat !== undefined && lng !== undefined ? { lat, lng } : center;
      return { stations: await searchStations(deps.db, q, near, deps.clock.now()) };
    },
  );

  app.get(
    paths.station,
    {
      config: { bound: callBounds.station },
      schema: {
        summary: 'A station with its tariff; the id as people type it',
        tags,
        params: z.object({ id: z.string() }),
        response: { 200: Station },
      },
    },
    async (request, reply) => {
      const now = deps.clock.now();
      const id = parseStationId(request.params.id);
      const station = id && (await findStation(deps.db, id, now));
      if (!station) throw new ProblemError('stationNotFound');
      reply.header('cache-control', 'no-cache');
      return station;
    },
  );
};

function inRange(tile: z.infer<typeof TileParams>): z.infer<typeof TileParams> {
  const fields = (['x', 'y'] as const).filter((axis) => tile[axis] >= 2 ** tile.z);
  if (fields.length > 0) {
    throw new ProblemError('invalidInput', { fields: fields.map((axis) => `params.${axis}`) });
  }
  return tile;
}

/** Sends JSON text from the database unchanged. Fastify does not check the text against the schema, so a test does. */
function sendJsonText(reply: Pick<FastifyReply, 'type' | 'send'>, text: string) {
  reply.type('application/json; charset=utf-8');
  return reply.send(text);
}
