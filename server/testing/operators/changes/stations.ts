import { addStation } from '../../stations.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import type { Change } from './change.ts';

/** A valid call for each act of operators on stations and the secrets of their cabinets. */
export const stationChanges: Record<string, Change> = {
  'POST /api/ops/stations/{id}/change': {
    action: 'station.change',
    call: async (world) => ({
      params: { id: await addStation(world.app.deps.db) },
      body: { version: 1, name: 'The new pier' },
    }),
  },
  'POST /api/ops/stations/import': {
    action: 'station.import',
    call: async (world) => {
      const draft = {
        id: await addStation(world.app.deps.db),
        name: 'Imported',
        lat: 41.88,
        lng: -87.63,
      };
      return { body: { entries: [{ unit: 'line', at: 2, draft }] }, subject: '1 stations' };
    },
  },
  'POST /api/ops/stations/{id}/pause': {
    action: 'station.pause',
    call: async (world) => ({ params: { id: await addStation(world.app.deps.db) } }),
  },
  'POST /api/ops/stations/{id}/resume': {
    action: 'station.resume',
    call: async (world) => ({ params: { id: await addPausedStation(world) } }),
  },
  'POST /api/ops/stations/{id}/retire': {
    action: 'station.retire',
    call: async (world) => ({ params: { id: await addStation(world.app.deps.db) } }),
  },
  'POST /api/ops/stations/{id}/secret': {
    action: 'secret.issue',
    call: async (world) => ({ params: { id: await addStationWithoutSecret(world) } }),
  },
  'POST /api/ops/stations/{id}/secret/revoke': {
    action: 'secret.revoke',
    call: async (world) => ({ params: { id: await addStation(world.app.deps.db) } }),
  },
  'POST /api/ops/stations/{id}/secret/rotate': {
    action: 'secret.rotate',
    call: async (world) => ({ params: { id: await addStation(world.app.deps.db) } }),
  },
};

async function addPausedStation(world: OperatorWorld): Promise<string> {
  const id = await addStation(world.app.deps.db);
  await world.act(`stations/${id}/pause`);
  return id;
}

function addStationWithoutSecret(world: OperatorWorld): Promise<string> {
  return addStation(world.app.deps.db, { secret_hash: '' });
}

/** Sends a heartbeat of the cabinet from which riders rent, and returns the id of its station. */
export async function connectStation(world: OperatorWorld): Promise<string> {
  const { cabinet } = world.app.renting;
  cabinet.heartbeat();
  await world.settle();
  return cabinet.stationId;
}
