import { RegionChanged, VenueChanged } from '../../../../contract/operators/venues.ts';
import { addStation } from '../../stations.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import type { Change } from './change.ts';

/** A valid call for each act of operators on regions and venues. */
export const venueChanges: Record<string, Change> = {
  'POST /api/ops/regions': {
    action: 'region.create',
    call: async (world) => ({ body: { id: world.fresh('region'), name: 'The south' } }),
    subjectOf: (answer) => RegionChanged.parse(answer).region.id,
  },
  'POST /api/ops/regions/{id}/change': {
    action: 'region.change',
    call: async (world) => ({
      params: { id: await addRegion(world) },
      body: { version: 1, name: 'The east' },
    }),
  },
  'POST /api/ops/venues/{id}/change': {
    action: 'venue.change',
    call: async (world) => ({
      params: { id: await addVenue(world) },
      body: { version: 1, name: 'The new mall' },
    }),
  },
  'POST /api/ops/venues/{id}/pause': {
    action: 'venue.pause',
    call: async (world) => ({ params: { id: await addVenue(world) } }),
  },
  'POST /api/ops/venues/{id}/resume': {
    action: 'venue.resume',
    call: async (world) => ({ params: { id: await addPausedVenue(world) } }),
  },
  'POST /api/ops/venues/{id}/end': {
    action: 'venue.end',
    call: async (world) => ({ params: { id: await addVenue(world) } }),
  },
  'POST /api/ops/venues/{id}/stations': {
    action: 'venue.assignStations',
    call: async (world) => ({
      params: { id: await addVenue(world) },
      body: { stations: [await addStation(world.app.deps.db)] },
    }),
  },
  'POST /api/ops/venues/{id}/stations/remove': {
    action: 'venue.removeStations',
    call: async (world) => {
      const { id, station } = await addFilledVenue(world);
      return { params: { id }, body: { stations: [station] } };
    },
  },
  'POST /api/ops/venues': {
    action: 'venue.create',
    call: async (world) => ({ body: await venueBody(world) }),
    subjectOf: (answer) => VenueChanged.parse(answer).venue.id,
  },
};

export async function addRegion(world: OperatorWorld): Promise<string> {
  const body = { id: world.fresh('region'), name: 'The north' };
  return RegionChanged.parse(await world.act('regions', body)).region.id;
}

async function venueBody(world: OperatorWorld): Promise<object> {
  const region = await addRegion(world);
  const owner = { ownerName: 'Mall Company', statementEmail: 'owner@mall.example' };
  return { id: world.fresh('venue'), name: 'City Mall', ...owner, region };
}

export async function addVenue(world: OperatorWorld): Promise<string> {
  return VenueChanged.parse(await world.act('venues', await venueBody(world))).venue.id;
}

async function addPausedVenue(world: OperatorWorld): Promise<string> {
  const id = await addVenue(world);
  await world.act(`venues/${id}/pause`);
  return id;
}

/** A venue with a station. */
async function addFilledVenue(world: OperatorWorld): Promise<{ id: string; station: string }> {
  const [id, station] = [await addVenue(world), await addStation(world.app.deps.db)];
  await world.act(`venues/${id}/stations`, { stations: [station] });
  return { id, station };
}
