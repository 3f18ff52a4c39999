import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  CommandList,
  CommandsSent,
  SendCommand,
} from '../../../contract/operators/cabinetCommands.ts';
import {
  ChargerChanged,
  ChargerList,
  ChargerQuery,
  ChargerSerial,
  ChargersRecalled,
  ChargersRegistered,
  FieldSession,
  FieldSessionChanged,
  FieldSessionList,
  FieldSessionQuery,
  OpenFieldSession,
  RecallChargers,
  RegisterChargers,
} from '../../../contract/operators/chargers.ts';
import { OnlyReason } from '../../../contract/operators/team.ts';
import { StationId } from '../../../contract/stations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { callBounds } from '../../http/limits/callBounds.ts';
import { transact } from '../../db/unitOfWork.ts';
import { readParameters } from '../cabinets/health.ts';
import { readCommands } from '../cabinets/operatorCommands/readCommands.ts';
import { listSessions } from '../cabinets/stock/fieldSessions.ts';
import { readChargers } from '../cabinets/stock/readChargers.ts';
import {
  actOf,
  guardOperators,
  isOwnStation,
  operatorOf,
  refuseForeignStation,
  requireAllStations,
} from '../operators/guard.ts';
import { chargerNotFound, holdBack, recall, register, release, retire } from './chargerActs.ts';
import { command } from './commandActs.ts';
import { closeFieldSession, findSession, openFieldSession } from './sessionActs.ts';

const SerialParams = z.object({ serial: ChargerSerial });
const SessionParams = z.object({ id: z.uuid() });
const StationParams = z.object({ id: StationId });

/** The stock of chargers, the field sessions at stations, and commands to cabinets. */
export const fleetRoutes: FastifyPluginAsyncZod<{ deps: Dependencies }> = async (app, { deps }) => {
  guardOperators(app, deps);
  const bound = callBounds.operator;
  const readers = {
    bound,
    roles: ['support', 'field', 'finance', 'marketing', 'readOnly'] as const,
  };
  const config = { bound, roles: ['field'] as const };

  app.get(
    '/api/ops/chargers',
    {
      config: readers,
      schema: {
        summary: 'List the chargers',
        querystring: ChargerQuery,
        response: { 200: ChargerList },
      },
    },
    async ({ query: { limit, ...filter } }) => {
      const found = await readChargers(deps.db, filter, limit + 1);
      const chargers = found.slice(0, limit);
      return {
        chargers,
        after: found.length > limit ? (chargers.at(-1)?.serial ?? null) : null,
      };
    },
  );

  app.post(
    '/api/ops/chargers',
    {
      config,
      schema: {
        summary: 'Register chargers',
        body: RegisterChargers,
        response: { 201: ChargersRegistered },
      },
    },
    async (request, reply) => {
      const { why, ...asked } = request.body;
      const act = actOf(request, why);
      const registered = await transact(deps, (work) => register(work, asked, act));
      return reply.code(201).send(registered);
    },
  );

  for (const [name, verb, summary] of [
    ['hold-back', holdBack, 'Hold back a charger'],
    ['release', release, 'Release a charger that was held back'],
    ['retire', retire, 'Retire a charger for ever'],
  ] as const) {
    app.post(
      `/api/ops/chargers/:serial/${name}`,
      {
        config,
        schema: {
          summary,
          params: SerialParams,
          body: OnlyReason,
          response: { 200: ChargerChanged },
        },
      },
      async (request) => {
        const act = actOf(request, request.body.why);
        const { serial } = request.params;
        const [charger] = await readChargers(deps.db, { serial }, 1);
        const station = charger?.place?.station;
        if (station !== undefined && !(await isOwnStation(deps.db, operatorOf(request), station))) {
          throw chargerNotFound(serial);
        }
        return transact(deps, (work) => verb(work, serial, act));
      },
    );
  }

  app.post(
    '/api/ops/recalls',
    {
      config,
      schema: {
        summary: 'Recall chargers by range or batch',
        body: RecallChargers,
        response: { 200: ChargersRecalled },
      },
    },
    (request) => {
      // An operator who is limited to regions or venues cannot recall chargers, because chargers
      // can be anywhere.
      requireAllStations(request);
      const { why, ...asked } = request.body;
      const act = actOf(request, why);
      return transact(deps, (work) => recall(work, asked, act));
    },
  );

  app.post(
    '/api/ops/field-sessions',
    {
      config,
      schema: {
        summary: 'Open a field session at a station',
        body: OpenFieldSession,
        response: { 201: FieldSessionChanged },
      },
    },
    async (request, reply) => {
      const { station, why } = request.body;
      const act = actOf(request, why);
      const opened = await transact(deps, (work) => openFieldSession(work, station, act));
      return reply.code(201).send(opened);
    },
  );

  app.get(
    '/api/ops/field-sessions',
    {
      config: readers,
      schema: {
        summary: 'List the field sessions, the newest first',
        querystring: FieldSessionQuery,
        response: { 200: FieldSessionList },
      },
    },
    (request) => listSessions(deps.db, request.query, operatorOf(request).reach, deps.clock.now()),
  );

  app.get(
    '/api/ops/field-sessions/:id',
    {
      config: readers,
      schema: {
        summary: 'Show a field session',
        params: SessionParams,
        response: { 200: FieldSession },
      },
    },
    async (request) => {
      const session = await findSession(deps.db, request.params.id);
      await refuseForeignStation(deps.db, request, session.station);
      return session;
    },
  );

  app.post(
    '/api/ops/field-sessions/:id/close',
    {
      config,
      schema: {
        summary: 'Close a field session',
        params: SessionParams,
        body: OnlyReason,
        response: { 200: FieldSessionChanged },
      },
    },
    async (request) => {
      const session = await findSession(deps.db, request.params.id);
      await refuseForeignStation(deps.db, request, session.station);
      const act = actOf(request, request.body.why);
      return transact(deps, (work) => closeFieldSession(work, request.params.id, act));
    },
  );

  app.get(
    '/api/ops/stations/:id/commands',
    {
      config: readers,
      schema: {
        summary: 'List the commands to the cabinet of a station',
        params: StationParams,
        response: { 200: CommandList },
      },
    },
    async ({ params: { id } }) => ({
      commands: await readCommands(deps.db, { station: id }),
      parameters: await readParameters(deps.db, id),
    }),
  );

  app.post(
    '/api/ops/stations/:id/commands',
    {
      config,
      schema: {
        summary: 'Send a command to the cabinet of a station',
        params: StationParams,
        body: SendCommand,
        response: { 202: CommandsSent },
      },
    },
    async (request, reply) => {
      const { why, ...asked } = request.body;
      const act = actOf(request, why);
      const sent = await transact(deps, (work) => command(work, request.params.id, asked, act));
      return reply.code(202).send(sent);
    },
  );
};
