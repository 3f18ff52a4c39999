import { KeyAdded, OperatorChanged } from '../../../../contract/operators/team.ts';
import type { OperatorWorld } from '../operatorWorld.ts';
import { serverKey } from '../operators.ts';
import type { Change } from './change.ts';
import { openSession } from './signIn.ts';
import { addRegion } from './venues.ts';

/**
 * A valid call for each change of operators, their keys, their sessions, or the caller's own
 * alerts.
 */
export const teamChanges: Record<string, Change> = {
  'POST /api/ops/operators': {
    action: 'operator.add',
    call: async (world) => ({ body: { name: world.fresh('operator'), roles: ['support'] } }),
    subjectOf: (answer) => OperatorChanged.parse(answer).operator.name,
  },
  'POST /api/ops/operators/invite': {
    action: 'operator.invite',
    call: async (world) => {
      const account = { email: 'invited@example.com' };
      return { body: { name: world.fresh('operator'), roles: ['support'], account } };
    },
    subjectOf: (answer) => OperatorChanged.parse(answer).operator.name,
  },
  'POST /api/ops/operators/{name}/first-link': {
    action: 'operator.firstLink',
    // Only the key of the server can make a link.
    call: async (world) => ({
      params: { name: world.fresh('administrator') },
      by: { who: 'root', token: serverKey },
    }),
  },
  'POST /api/ops/operators/{name}/reach': {
    action: 'operator.reach',
    call: async (world) => ({
      params: { name: await addOperator(world) },
      body: { regions: [await addRegion(world)] },
    }),
  },
  'POST /api/ops/operators/{name}/account': {
    action: 'operator.account',
    call: async (world) => ({
      params: { name: await addOperator(world) },
      body: { account: { email: 'another@example.com' } },
    }),
  },
  'POST /api/ops/operators/{name}/sessions/{id}/end': {
    action: 'operator.endSession',
    call: async (world) => {
      const { who: name, session } = await openSession(world);
      return { params: { name, id: (await session.me()).session?.id ?? '' } };
    },
  },
  'POST /api/ops/operators/{name}/second-factor/reset': {
    action: 'operator.resetFactor',
    call: async (world) => {
      const { who: name, session } = await openSession(world);
      await session.setUpFactor();
      return { params: { name } };
    },
  },
  'POST /api/ops/operators/{name}/roles': {
    action: 'operator.roles',
    call: async (world) => ({
      params: { name: await addOperator(world) },
      body: { roles: ['finance'] },
    }),
  },
  'POST /api/ops/operators/{name}/block': {
    action: 'operator.block',
    call: async (world) => ({ params: { name: await addOperator(world) } }),
  },
  'POST /api/ops/operators/{name}/unblock': {
    action: 'operator.unblock',
    call: async (world) => ({ params: { name: await addBlockedOperator(world) } }),
  },
  'POST /api/ops/operators/{name}/keys': {
    action: 'operator.addKey',
    call: async (world) => ({
      params: { name: await addOperator(world) },
      body: { label: 'laptop' },
    }),
  },
  'POST /api/ops/operators/{name}/keys/{id}/revoke': {
    action: 'operator.revokeKey',
    call: async (world) => {
      const name = await addOperator(world);
      return { params: { name, id: await addOperatorKey(world, name) } };
    },
  },
  'POST /api/ops/me/alerts': {
    action: 'alerts.set',
    call: async () => ({
      subject: 'Ada',
      body: { alerts: { email: 'ada@example.com', quietHours: null } },
    }),
  },
};

async function addOperator(world: OperatorWorld): Promise<string> {
  const name = world.fresh('operator');
  return OperatorChanged.parse(await world.act('operators', { name, roles: ['support'] })).operator
    .name;
}

async function addBlockedOperator(world: OperatorWorld): Promise<string> {
  const name = await addOperator(world);
  await world.act(`operators/${name}/block`);
  return name;
}

async function addOperatorKey(world: OperatorWorld, name: string): Promise<string> {
  return KeyAdded.parse(await world.act(`operators/${name}/keys`, { label: 'laptop' })).id;
}
