import { AssignmentChanged, TariffCreated } from '../../../../contract/operators/tariffs.ts';
import { demoTariff } from '../../../../contract/testing/demoTariff.ts';
import { addStation } from '../../stations.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import type { Change } from './change.ts';

const { id: _id, ...tariffTerms } = demoTariff;

/** A valid call for each act of operators on tariffs and their assignments. */
export const tariffChanges: Record<string, Change> = {
  'POST /api/ops/tariffs': {
    action: 'tariff.create',
    call: async (world) => ({ body: tariffBody(world) }),
    subjectOf: (answer) => TariffCreated.parse(answer).tariff.id,
  },
  'POST /api/ops/tariffs/{id}/assign': {
    action: 'tariff.assign',
    call: async (world) => ({
      params: { id: await addTariff(world) },
      body: { stations: [await addStation(world.app.deps.db)] },
    }),
  },
  'POST /api/ops/tariff-assignments/{id}/end': {
    action: 'tariff.endAssignment',
    call: async (world) => ({ params: { id: await assignTariff(world) } }),
  },
};

function tariffBody(world: OperatorWorld): { id: string; terms: object } {
  return { id: world.fresh('tariff'), terms: tariffTerms };
}

export async function addTariff(world: OperatorWorld): Promise<string> {
  return TariffCreated.parse(await world.act('tariffs', tariffBody(world))).tariff.id;
}

/** Assigns a tariff to a station that riders do not use yet. Such an assignment needs no second operator. */
async function assignTariff(world: OperatorWorld): Promise<string> {
  const body = { stations: [await addStation(world.app.deps.db)] };
  const done = await world.act(`tariffs/${await addTariff(world)}/assign`, body);
  const { assignment } = AssignmentChanged.parse(done);
  if (!assignment) throw new Error('the tariff is not assigned');
  return assignment.id;
}
