import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
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
import { transact } from '../../../unitOfWork.ts';
import { actOf, guardOperators } from '../../operators/guard.ts';
import { allRegions } from '../../venues/regions.ts';
import { listVenues } from '../../venues/venues.ts';
import { changeRegion, createRegion } from './regionActs.ts';
import {
  assignStations,
  changeVenue,
  createVenue,
  endVenue,
  pauseVenue,
  readVenue,
  removeStations,
  resumeVenue,
} from './venueActs.ts';

const IdParams = z.object({ id: z.string().max(40) });

/** Regions, venues, and the stations in them. */
export const venueRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  guardOperators(app, deps);
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
    async ({ query }) => {
      const venues = await listVenues(deps.db, query);
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
