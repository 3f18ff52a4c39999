import { AssignmentChanged } from '../../../../contract/operators/tariffs.ts';
import { addStation } from '../../stations.ts';
import { type OperatorWorld, why } from '../operatorWorld.ts';
import type { Change } from './change.ts';
import { addTariff } from './tariffs.ts';

/** A valid approval, rejection and withdrawal of acts that need a second operator. */
export const approvalChanges: Record<string, Change> = {
  'POST /api/ops/approvals/{id}/approve': {
    action: 'approval.approved',
    call: async (world) => ({ params: { id: await requestApproval(world, world.bob) } }),
  },
  'POST /api/ops/approvals/{id}/reject': {
    action: 'approval.rejected',
    call: async (world) => ({ params: { id: await requestApproval(world, world.bob) } }),
  },
  'POST /api/ops/approvals/{id}/withdraw': {
    action: 'approval.withdrawn',
    call: async (world) => ({ params: { id: await requestApproval(world, world.ada) } }),
  },
};

/** Requests an act that a second operator must approve. Returns the id of the approval. */
async function requestApproval(world: OperatorWorld, requestedBy: string): Promise<string> {
  const station = await addStation(world.app.deps.db, { last_seen_at: world.app.deps.clock.now() });
  const path = `tariffs/${await addTariff(world)}/assign`;
  const { body } = await world.ops.call(path, { stations: [station], why }, requestedBy);
  const { approval } = AssignmentChanged.parse(body);
  if (!approval) throw new Error('the assignment needs no approval');
  return approval.id;
}
