import { EndpointChanged } from '../../../../contract/operators/webhooks.ts';
import { type OperatorWorld, webhookHost } from '../operatorWorld.ts';
import type { Change } from './change.ts';

/** The webhooks. */
export const webhookChanges: Record<string, Change> = {
  'POST /api/ops/webhooks': {
    action: 'webhook.add',
    call: async (world) => ({ body: webhookBody(world) }),
    subjectOf: (answer) => subjectOf(EndpointChanged.parse(answer).endpoint.id),
  },
  'POST /api/ops/webhooks/{id}/pause': {
    action: 'webhook.pause',
    call: async (world) => callOf(await addWebhook(world)),
  },
  'POST /api/ops/webhooks/{id}/resume': {
    action: 'webhook.resume',
    call: async (world) => callOf(await addPausedWebhook(world)),
  },
  'POST /api/ops/webhooks/{id}/remove': {
    action: 'webhook.remove',
    call: async (world) => callOf(await addWebhook(world)),
  },
  'POST /api/ops/webhooks/{id}/secret': {
    action: 'webhook.showSecret',
    call: async (world) => callOf(await addWebhook(world)),
  },
  'POST /api/ops/webhooks/{id}/rotate-secret': {
    action: 'webhook.rotateSecret',
    call: async (world) => callOf(await addWebhook(world)),
  },
  'POST /api/ops/webhooks/{id}/replay': {
    action: 'webhook.replay',
    call: async (world) => callOf(await addWebhook(world)),
  },
};

const subjectOf = (id: string) => `webhook ${id}`;
const callOf = (id: string) => ({ params: { id }, subject: subjectOf(id) });

function webhookBody(world: OperatorWorld): object {
  return { url: `http://${webhookHost}/${world.fresh('hook')}`, types: ['tariff.changed'] };
}

async function addWebhook(world: OperatorWorld): Promise<string> {
  return EndpointChanged.parse(await world.act('webhooks', webhookBody(world))).endpoint.id;
}

async function addPausedWebhook(world: OperatorWorld): Promise<string> {
  const id = await addWebhook(world);
  await world.act(`webhooks/${id}/pause`);
  return id;
}
