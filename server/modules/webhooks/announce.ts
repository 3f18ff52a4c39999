import { sql } from 'kysely';
import type { WebhookMessage, WebhookType } from '../../../contract/operators/webhooks.ts';
import { enqueueEach } from '../../outbox/enqueueEach.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';

export const deliverJob = 'webhook.deliver';

/**
 * After this time, the server no longer tries to deliver a message. A receiver that was down gets
 * the messages of the last three days.
 */
export const giveUpAfterMs = 3 * 24 * 60 * 60_000;

/** Sends a webhook about a change in this transaction. The operator's endpoints get the message after the commit. */
export function announce(
  work: UnitOfWork,
  type: WebhookType,
  data: WebhookMessage['data'],
): Promise<void> {
  return announceEach(work, type, [data]);
}

/** Like `announce`, but for several messages of a type in one statement. */
export async function announceEach(
  work: UnitOfWork,
  type: WebhookType,
  messages: readonly WebhookMessage['data'][],
): Promise<void> {
  if (messages.length === 0) return;
  const jobs = enqueueEach(work.now, sql`delivery`, {
    kind: deliverJob,
    keyPrefix: 'webhook:',
    field: 'delivery',
  });
  await sql`
    with endpoint as (
      select id from webhook_endpoints where ${type}::text = any(types) and removed_at is null),
    message as (
      insert into webhook_messages (id, type, data, created_at)
      select gen_random_uuid(), ${type}::text, item, ${work.now}::timestamptz
      from jsonb_array_elements(${JSON.stringify(messages)}::jsonb) as item
      where exists (select from endpoint)
      returning id),
    delivery as (
      insert into webhook_deliveries (message_id, endpoint_id, give_up_at)
      select message.id, endpoint.id, ${addMs(work.now, giveUpAfterMs)}::timestamptz
      from message, endpoint
      returning number as id)
    ${jobs}`.execute(work.trx);
  work.enqueuedByStatement();
}
