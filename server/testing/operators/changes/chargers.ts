import {
  ChargersRegistered,
  FieldSessionChanged,
} from '../../../../contract/operators/chargers.ts';
import { addStation } from '../../stations.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import type { Change } from './change.ts';
import { connectStation } from './stations.ts';

/** A valid call for each act of operators on chargers, field sessions, cabinets and tickets. */
export const chargerChanges: Record<string, Change> = {
  'POST /api/ops/chargers': {
    action: 'charger.register',
    call: async (world) => {
      const serial = world.fresh('PB');
      return { body: { serials: [serial] }, subject: serial };
    },
  },
  'POST /api/ops/chargers/{serial}/hold-back': {
    action: 'charger.holdBack',
    call: async (world) => ({ params: { serial: await addCharger(world) } }),
  },
  'POST /api/ops/chargers/{serial}/release': {
    action: 'charger.release',
    call: async (world) => ({ params: { serial: await addHeldCharger(world) } }),
  },
  'POST /api/ops/chargers/{serial}/retire': {
    action: 'charger.retire',
    call: async (world) => ({ params: { serial: await addCharger(world) } }),
  },
  'POST /api/ops/recalls': {
    action: 'charger.recall',
    call: async (world) => ({ body: { serials: [await addCharger(world)] } }),
    subjectOf: () => /^recall [\da-f-]{36}$/,
  },
  'POST /api/ops/field-sessions': {
    action: 'session.open',
    call: async (world) => {
      const station = await addStation(world.app.deps.db);
      return { body: { station }, subject: station };
    },
  },
  'POST /api/ops/field-sessions/{id}/close': {
    action: 'session.close',
    call: async (world) => ({ params: { id: await openFieldSession(world) } }),
  },
  'POST /api/ops/stations/{id}/commands': {
    action: 'cabinet.inventory',
    call: async (world) => ({
      params: { id: await connectStation(world) },
      body: { type: 'inventory' },
    }),
  },
  'POST /api/ops/tickets/{number}/take': {
    action: 'ticket.take',
    call: async (world) => ({ params: { number: await addTicket(world) } }),
  },
  'POST /api/ops/tickets/{number}/done': {
    action: 'ticket.finish',
    call: async (world) => ({ params: { number: await addTicket(world) } }),
  },
};

/** Registers a charger that is in no cabinet. Returns the serial number. */
async function addCharger(world: OperatorWorld): Promise<string> {
  const serial = world.fresh('PB');
  ChargersRegistered.parse(await world.act('chargers', { serials: [serial] }));
  return serial;
}

async function addHeldCharger(world: OperatorWorld): Promise<string> {
  const serial = await addCharger(world);
  await world.act(`chargers/${serial}/hold-back`);
  return serial;
}

async function openFieldSession(world: OperatorWorld): Promise<string> {
  const station = await addStation(world.app.deps.db);
  return FieldSessionChanged.parse(await world.act('field-sessions', { station })).session.id;
}

async function addTicket(world: OperatorWorld): Promise<string> {
  const { db, clock } = world.app.deps;
  const station = await addStation(world.app.deps.db);
  const { number } = await db
    .insertInto('tickets')
    .values({ kind: 'dark', key: station, station_id: station, opened_at: clock.now() })
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}
