import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseStationId } from '../../../../contract/rules/places/stationId.ts';
import { OnlyReason } from '../../../../contract/operators/team.ts';
import {
  AssignStations,
  ChangeRegion,
  ChangeVenue,
  CreateRegion,
  CreateVenue,
  RegionChanged,
  RegionList,
  RemoveStations,
  VenueChanged,
  VenueList,
  VenueQuery,
  VenueShown,
} from '../../../../contract/operators/venues.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { callBounds } from '../../../http/limits/callBounds.ts';
import { transact } from '../../../db/unitOfWork.ts';
import { actOf, guardOperators, operatorOf, refuseForeignStation } from '../../operators/guard.ts';
import { OpsError } from '../../operators/opsError.ts';
import { allRegions } from '../../venues/regions.ts';
import { isWithin } from '../../venues/stationVenues.ts';
import { findVenue, listVenues } from '../../venues/venues.ts';
import { readVenue } from './readVenue.ts';
import { changeRegion, createRegion } from './regionActs.ts';
import {
  assignStations,
  changeVenue,
  createVenue,
  endVenue,
  pauseVenue,
  removeStations,
  resumeVenue,
} from './venueActs.ts';

const Named = z.object({
  id: z.string().optional(),
  region: z.string().optional(),
  stations: z.array(z.string()).default([]),
});

/**
 * If the operator is limited to regions and venues, refuses these calls:
 * - a call about a venue or station outside of these regions and venues,
 * - a call that creates a venue in another region, or moves a venue to another region,
 * - every change of a region.
 *
 * @throws {OpsError} regionForeign.
 */
async function refuseForeignVenue(db: Dependencies['db'], request: FastifyRequest): Promise<void> {
  const { reach } = operatorOf(request);
  const { url = '' } = request.routeOptions;
  const { id } = Named.safeParse(request.params).data ?? {};
  const isList = id === undefined && (request.method === 'GET' || request.method === 'HEAD');
  if (reach === null || isList) return;
  const { region, stations = [] } = Named.safeParse(request.body).data ?? {};
  const venue = id === undefined ? null : await findVenue(db, id);
  const isOwn = venue && isWithin(reach, { venue: venue.id, region: venue.region });
  const isForeign =
    url.startsWith('/api/ops/regions') ||
    (venue !== null && !isOwn) ||
    (region !== undefined && !reach.regions.includes(region));
  if (isForeign) throw new OpsError('regionForeign', 'This is not in your regions and venues.');
  for (const station of stations) {
    await refuseForeignStation(db, request, parseStationId(station) ?? station);
  }
}

const IdParams = z.object({ id: z.string().max(40) });

/** Endpoints for regions, venues, and the stations in venues. */
export const venueRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  guardOperators(app, deps);
  app.addHook('preHandler', (request) => refuseForeignVenue(deps.db, request));
  const bound = callBounds.operator;
  const readers = {
    bound,
    roles: ['support', 'field', 'finance', 'marketing', 'readOnly'] as const,
  };
  const config = { bound, roles: ['field'] as const };

  app.get(
    '/api/ops/regions',
    { config: readers, schema: { summary: 'List the regions', response: { 200: RegionList } } },
    async () => ({ regions: await allRegions(deps.db) }),
  );

  app.post(
    '/api/ops/regions',
    {
      config,
      schema: { summary: 'Create a region', body: CreateRegion, response: { 201: RegionChanged } },
    },
    async (request, reply) => {
      const { why, ...region } = request.body;
      const act = actOf(request, why);
      return reply.code(201).send(await transact(deps, (work) => createRegion(work, region, act)));
    },
  );

  app.post(
    '/api/ops/regions/:id/change',
    {
      config,
      schema: {
        summary: 'Change a region',
        params: IdParams,
        body: ChangeRegion,
        response: { 200: RegionChanged },
      },
    },
    (request) => {
      const { why, ...change } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => changeRegion(work, request.params.id, change, act));
    },
  );

  app.get(
    '/api/ops/venues',
    {
      config: readers,
      schema: { summary: 'List the venues', querystring: VenueQuery, response: { 200: VenueList } },
    },
    async (request) => {
      const { query } = request;
      const venues = await listVenues(deps.db, query, operatorOf(request).reach);
      const isFull = venues.length === query.limit;
      return { venues, nextAfter: isFull ? (venues.at(-1)?.id ?? null) : null };
    },
  );

  app.get(
    '/api/ops/venues/:id',
    {
      config: readers,
      schema: { summary: 'Show a venue', params: IdParams, response: { 200: VenueShown } },
    },
    (request) => readVenue(deps.db, request.params.id),
  );

  app.post(
    '/api/ops/venues',
    {
      config,
      schema: { summary: 'Create a venue', body: CreateVenue, response: { 201: VenueChanged } },
    },
    async (request, reply) => {
      const { why, ...venue } = request.body;
      const act = actOf(request, why);
      return reply.code(201).send(await transact(deps, (work) => createVenue(work, venue, act)));
    },
  );

  const changed = { params: IdParams, response: { 200: VenueChanged } };

  app.post(
    '/api/ops/venues/:id/change',
    { config, schema: { ...changed, summary: 'Change a venue', body: ChangeVenue } },
    (request) => {
      const { why, ...change } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => changeVenue(work, request.params.id, change, act));
    },
  );

  for (const [verb, run, summary] of [
    ['pause', pauseVenue, 'Pause a venue'],
    ['resume', resumeVenue, 'Resume a paused venue'],
    ['end', endVenue, 'End a venue for ever'],
  ] as const) {
    app.post(
      `/api/ops/venues/:id/${verb}`,
      { config, schema: { ...changed, summary, body: OnlyReason } },
      (request) => {
        const act = actOf(request, request.body.why);
        return transact(deps, (work) => run(work, request.params.id, act));
      },
    );
  }

  for (const [path, body, run, summary] of [
    ['stations', AssignStations, assignStations, 'Put stations into a venue'],
    ['stations/remove', RemoveStations, removeStations, 'Take stations out of a venue'],
  ] as const) {
    app.post(
      `/api/ops/venues/:id/${path}`,
      { config, schema: { ...changed, summary, body } },
      (request) => {
        const { why, stations } = request.body;
        const act = actOf(request, why);
        return transact(deps, (work) => run(work, request.params.id, stations, act));
      },
    );
  }
};
