import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { WebhookMessage, WebhookType } from '../../../contract/operators/webhooks.ts';
import { addMs, type UnitOfWork } from '../../unitOfWork.ts';

export const deliverJob = 'webhook.deliver';

/** A receiver that is down gets the messages of the last three days when it is back. */
export const giveUpAfterMs = 3 * 24 * 60 * 60_000;

/** Tells the operator's endpoints what happens in this transaction. They get the message after the commit. */
export function announce(
  work: UnitOfWork,
  type: WebhookType,
  data: WebhookMessage['data'],
): Promise<void> {
  return announceEach(work, type, [data]);
}

/** Like `announce`, but for several messages of a type. */
export async function announceEach(
  work: UnitOfWork,
  type: WebhookType,
  all: readonly WebhookMessage['data'][],
): Promise<void> {
  if (all.length === 0) return;
  const endpoints = await work.trx
    .selectFrom('webhook_endpoints')
    .select('id')
    .where(sql<string>`${type}::text`, '=', sql<string>`any(types)`)
    .where('removed_at', 'is', null)
    .execute();
  if (endpoints.length === 0) return;
  const messages = all.map((data) => ({
    id: randomUUID(),
    type,
    data: JSON.stringify(data),
    created_at: work.now,
  }));
  await work.trx.insertInto('webhook_messages').values(messages).execute();
  const deliveries = await work.trx
    .insertInto('webhook_deliveries')
    .values(
      messages.flatMap((message) =>
        endpoints.map((endpoint) => ({
          message_id: message.id,
          endpoint_id: endpoint.id,
          give_up_at: addMs(work.now, giveUpAfterMs),
        })),
      ),
    )
    .returning('number')
    .execute();
  for (const { number } of deliveries) await enqueueDelivery(work, Number(number), 'first');
}

/** Enqueues the tries of a delivery. Each round, such as a replay, has a key of its own. */
export function enqueueDelivery(work: UnitOfWork, number: number, round: string): Promise<void> {
  return work.enqueue({
    kind: deliverJob,
    key: `webhook:${number}:${round}`,
    payload: { delivery: number },
  });
}
