import { sql } from 'kysely';
import {
  WebhookMessage,
  WebhookType,
  type DeliveryQuery,
  type DeliveryShown,
  type EndpointShown,
} from '../../../contract/operators/webhooks.ts';
import type { Db, Trx } from '../../db/database.ts';

/**
 * The endpoint with this id, even if it is removed. If `id` is null, all endpoints that are not
 * removed.
 */
export async function readEndpoints(db: Db | Trx, id: string | null): Promise<EndpointShown[]> {
  const count = (state: 'waiting' | 'failed') => sql<string>`(select count(*)
    from webhook_deliveries where endpoint_id = webhook_endpoints.id and state = ${state})`;
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'types', 'created_at', 'paused_at', 'removed_at'])
    .select([count('waiting').as('waiting'), count('failed').as('failed')])
    .$if(id === null, (query) => query.where('removed_at', 'is', null))
    .$if(id !== null, (query) => query.where('id', '=', id ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ types, created_at, paused_at, removed_at, waiting, failed, ...row }) => ({
    ...row,
    types: WebhookType.options.filter((type) => types.includes(type)),
    createdAt: created_at.toISOString(),
    pausedAt: paused_at?.toISOString() ?? null,
    removedAt: removed_at?.toISOString() ?? null,
    waiting: Number(waiting),
    failed: Number(failed),
  }));
}

/** The deliveries to an endpoint, the newest message first. */
export async function readDeliveries(
  db: Db,
  endpointId: string,
  { state, before }: Omit<DeliveryQuery, 'limit'>,
  limit: number,
): Promise<DeliveryShown[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_messages as message', 'message.id', 'delivery.message_id')
    .select(['delivery.number', 'delivery.state', 'delivery.tries'])
    .select(['delivery.last_result', 'delivery.last_tried_at'])
    .select(['message.id', 'message.type', 'message.data', 'message.created_at'])
    .where('delivery.endpoint_id', '=', endpointId)
    .$if(state !== undefined, (query) => query.where('delivery.state', '=', state ?? 'failed'))
    .$if(before !== undefined, (query) => query.where('delivery.number', '<', String(before)))
    .orderBy('delivery.number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    number: Number(row.number),
    message: WebhookMessage.parse({
      id: row.id,
      type: row.type,
      timestamp: row.created_at.toISOString(),
      version: 1,
      data: row.data,
    }),
    state: row.state,
    tries: row.tries,
    lastResult: row.last_result,
    lastTriedAt: row.last_tried_at?.toISOString() ?? null,
  }));
}
