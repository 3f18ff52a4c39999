import { Readable } from 'node:stream';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  ChangeStation,
  ExportQuery,
  ImportStations,
  OpsStationList,
  OpsStationQuery,
  StationChanged,
  StationDataChanged,
  StationsImported,
} from '../../../contract/operators/stations.ts';
import { RotateSecret, SecretChanged } from '../../../contract/operators/secrets.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import type { Dependencies } from '../../dependencies.ts';
import { asFile } from '../../http/answers/asFile.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { actOf, guardOperators, operatorOf, requireAllStations } from '../operators/guard.ts';
import { listOpsStations } from '../stations/operatorStations.ts';
import { exportStations } from './exportStations.ts';
import { importStations, tryImport } from './importStations.ts';
import { issueSecret, revokeSecret, rotateSecret } from './secretActs.ts';
import { changeStation } from './changeStation.ts';
import { changeState } from './stationActs.ts';

const fileNames = { csv: 'stations.csv', gbfs: 'station_information.json' };
const types = { csv: 'text/csv; charset=utf-8', gbfs: 'application/json; charset=utf-8' };
const StationParams = z.object({ id: z.string().max(20) });

/** The maximum size of a request body, so that nobody can fill the memory of the server. */
const importBytes = 256 * 1024;

/** Endpoints for the stations of the network, and for the secrets of their cabinets. */
export const stationRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (
  app,
  { deps },
) => {
  guardOperators(app, deps);
  const config = { bound: callBounds.operator, roles: [] };
  const readers = {
    ...config,
    roles: ['support', 'field', 'finance', 'marketing', 'readOnly'] as const,
  };

  app.get(
    '/api/ops/stations',
    {
      config: readers,
      schema: {
        summary: 'List the stations',
        querystring: OpsStationQuery,
        response: { 200: OpsStationList },
      },
    },
    (request) => listOpsStations(deps.db, request.query, operatorOf(request).reach),
  );

  app.get(
    '/api/ops/stations/export',
    {
      config: readers,
      schema: { summary: 'Download all stations as a file', querystring: ExportQuery },
    },
    async (request, reply) => {
      const { format } = request.query;
      const { reach } = operatorOf(request);
      const text = exportStations(deps.db, {
        format,
        publicUrl: deps.settings.publicUrl,
        within: reach,
        now: deps.clock.now(),
      });
      return asFile(reply, fileNames[format]).type(types[format]).send(Readable.from(text));
    },
  );

  app.post(
    '/api/ops/stations/:id/change',
    {
      config: { ...config, roles: ['field'] as const },
      schema: {
        summary: 'Change the data of a station',
        params: StationParams,
        body: ChangeStation,
        response: { 200: StationDataChanged },
      },
    },
    (request) => {
      const { why, ...change } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => changeStation(work, request.params.id, change, act));
    },
  );

  app.post(
    '/api/ops/stations/import',
    {
      config,
      bodyLimit: importBytes,
      schema: {
        summary: 'Import stations from a file',
        body: ImportStations,
        response: { 200: StationsImported },
      },
    },
    (request) => {
      requireAllStations(request);
      const { why, dryRun, ...asked } = request.body;
      if (dryRun) return tryImport(deps, asked);
      const act = actOf(request, why);
      return transact(deps, (work) => importStations(work, asked, act));
    },
  );

  for (const [verb, state, summary] of [
    ['pause', 'paused', 'Pause a station'],
    ['resume', 'live', 'Resume a paused station'],
    ['retire', 'retired', 'Retire a station for ever'],
  ] as const) {
    app.post(
      `/api/ops/stations/:id/${verb}`,
      {
        config,
        schema: {
          summary,
          params: StationParams,
          body: OnlyReason,
          response: { 200: StationChanged },
        },
      },
      (request) => {
        const act = actOf(request, request.body.why);
        return transact(deps, (work) => changeState(work, request.params.id, state, act));
      },
    );
  }

  const fresh = { ...config, needsFreshFactor: true } as const;
  const secret = { params: StationParams, response: { 200: SecretChanged } };

  for (const [path, change, summary] of [
    ['secret', issueSecret, 'Issue the secret of a cabinet'],
    ['secret/revoke', revokeSecret, 'Revoke the secret of a cabinet'],
  ] as const) {
    app.post(
      `/api/ops/stations/:id/${path}`,
      { config: fresh, schema: { ...secret, summary, body: OnlyReason } },
      async (request, reply) => {
        const act = actOf(request, request.body.why);
        const changed = await transact(deps, (work) =>
          change(work, deps.settings, request.params.id, act),
        );
        return reply.header('cache-control', 'no-store').send(changed);
      },
    );
  }

  app.post(
    '/api/ops/stations/:id/secret/rotate',
    {
      config: fresh,
      schema: { ...secret, summary: 'Replace the secret of a cabinet', body: RotateSecret },
    },
    async (request, reply) => {
      const { overlapHours, why } = request.body;
      const act = actOf(request, why);
      const rotated = await transact(deps, (work) =>
        rotateSecret(work, deps.settings, { id: request.params.id, overlapHours }, act),
      );
      return reply.header('cache-control', 'no-store').send(rotated);
    },
  );
};
