import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  IpLocation,
  PlaceAnswer,
  PlaceQuery,
  PlaceSearchQuery,
  PlaceSearchResult,
} from '../../../contract/geo.ts';
import { paths } from '../../../contract/paths.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { firstLanguage } from '../../http/requests/firstLanguage.ts';
import { callerNetwork } from '../../http/limits/networks.ts';
import { countCall } from '../../http/limits/rateLimit.ts';
import { locateCaller } from './locateCaller.ts';
import { placeAt, placesNamed } from './places.ts';

const tags = ['geo'];

/** The limit is low, because each call may cause a request to an external server. */
const places = { name: 'place:address', limit: 120, windowSeconds: 60 };

export const geoRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  app.get(
    paths.ipLocation,
    {
      config: { bound: callBounds.geoIp },
      schema: {
        summary: "The approximate position of the caller's network address",
        tags,
        response: { 200: IpLocation },
      },
    },
    async (request) => {
      return locateCaller(deps, request.ip, firstLanguage(request.headers['accept-language']));
    },
  );

  app.get(
    paths.place,
    {
      config: { bound: callBounds.place },
      schema: {
        summary: 'The name of the place at a position',
        tags,
        querystring: PlaceQuery,
        response: { 200: PlaceAnswer },
      },
    },
    async (request) => {
      await countCall(deps.db, places, callerNetwork(request.ip), deps.clock.now());
      const language = firstLanguage(request.headers['accept-language']);
      return { place: await placeAt(deps, request.query, language) };
    },
  );

  app.get(
    paths.placeSearch,
    {
      config: { bound: callBounds.place },
      schema: {
        summary: 'Places with a name, the best match first',
        tags,
        querystring: PlaceSearchQuery,
        response: { 200: PlaceSearchResult },
      },
    },
    async (request) => {
      await countCall(deps.db, places, callerNetwork(request.ip), deps.clock.now());
      const { q, lat, lng } = request.query;
      const near = lat === undefined || lng === undefined ? null : { lat, lng };
      const language = firstLanguage(request.headers['accept-language']);
      return placesNamed(deps, q, near, language);
    },
  );
};
