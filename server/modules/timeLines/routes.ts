import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { ChargerSerial } from '../../../contract/operators/chargers.ts';
import {
  OpsChargerShown,
  OpsStationShown,
  TimeLineQuery,
} from '../../../contract/operators/timeLines.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { guardOperators, operatorOf } from '../operators/guard.ts';
import { showCharger } from './showCharger.ts';
import { showStation } from './showStation.ts';

/** Endpoints that show a charger or a station with its time line. */
export const timeLineRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const config = {
    bound: callBounds.operator,
    roles: ['support', 'field', 'finance', 'marketing', 'readOnly'] as const,
  };

  app.get(
    '/api/ops/chargers/:serial',
    {
      config,
      schema: {
        summary: 'Show a charger with its time line',
        params: z.object({ serial: ChargerSerial }),
        querystring: TimeLineQuery,
        response: { 200: OpsChargerShown },
      },
    },
    (request) => {
      const how = { reach: operatorOf(request).reach, now: deps.clock.now() };
      return showCharger(deps.db, request.params.serial, request.query, how);
    },
  );

  app.get(
    '/api/ops/stations/:id',
    {
      config,
      schema: {
        summary: 'Show a station with its data, its cabinet and its time line',
        params: z.object({ id: z.string().max(20) }),
        querystring: TimeLineQuery,
        response: { 200: OpsStationShown },
      },
    },
    ({ params, query }) => showStation(deps.db, params.id, query, deps.clock.now()),
  );
};
