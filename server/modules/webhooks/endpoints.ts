import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { WebhookType } from '../../../contract/operators/webhooks.ts';
import { addMs, type UnitOfWork } from '../../db/unitOfWork.ts';
import { enqueueEach } from '../../outbox/enqueueEach.ts';
import { deliverJob, giveUpAfterMs } from './announce.ts';

/** Adds an endpoint. Returns its id. */
export async function insertEndpoint(
  work: UnitOfWork,
  { url, types }: { url: string; types: readonly WebhookType[] },
): Promise<string> {
  const id = randomUUID();
  await work.trx
    .insertInto('webhook_endpoints')
    .values({ id, url, types: [...types], secret_changed_at: work.now, created_at: work.now })
    .execute();
  return id;
}

/** Locks an endpoint that is not removed. Returns null if there is none. */
export async function lockEndpoint(work: UnitOfWork, id: string) {
  const endpoint = await work.trx
    .selectFrom('webhook_endpoints')
    .select(['id', 'secret_version', 'secret_changed_at'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    // Use this weaker lock, because new deliveries refer to the row and must not wait.
    .forNoKeyUpdate()
    .executeTakeFirst();
  return endpoint ?? null;
}

/** Pauses, resumes or removes a locked endpoint. */
export async function setEndpoint(
  work: UnitOfWork,
  id: string,
  set: { paused_at: Date | null } | { removed_at: Date },
): Promise<void> {
  await work.trx.updateTable('webhook_endpoints').set(set).where('id', '=', id).execute();
}

/** Replaces the secret of a locked endpoint. */
export async function replaceSecret(work: UnitOfWork, id: string): Promise<void> {
  await work.trx
    .updateTable('webhook_endpoints')
    .set({ secret_version: sql`secret_version + 1`, secret_changed_at: work.now })
    .where('id', '=', id)
    .execute();
}

/**
 * Sends one message of an endpoint again, or all failed messages. A delivery that still waits for its next try does not
 * change.
 *
 * @param round the key of this replay.
 * @returns the number of messages.
 */
export async function replayDeliveries(
  work: UnitOfWork,
  endpointId: string,
  message: string | undefined,
  round: string,
): Promise<number> {
  const chosen =
    message === undefined
      ? sql`state = 'failed'`
      : sql`message_id = ${message}::uuid and state <> 'waiting'`;
  const jobs = enqueueEach(work.now, sql`again`, {
    kind: deliverJob,
    keyPrefix: `webhook:${round}:`,
    field: 'delivery',
  });
  await sql`update webhook_endpoints set failures = 0, retry_at = null
    where id = ${endpointId}::uuid`.execute(work.trx);
  const { rows } = await sql<{ count: string }>`
    with again as (
      update webhook_deliveries set state = 'waiting', tries = 0,
        give_up_at = ${addMs(work.now, giveUpAfterMs)}::timestamptz
      where endpoint_id = ${endpointId}::uuid and ${chosen}
      returning number as id),
    job as (${jobs})
    select count(*) as count from again`.execute(work.trx);
  work.enqueuedByStatement();
  return Number(rows[0]?.count ?? 0);
}

/** Whether the server has ever planned or made a delivery of this message to the endpoint. */
export async function hasMessage(
  work: UnitOfWork,
  endpointId: string,
  message: string,
): Promise<boolean> {
  const found = await work.trx
    .selectFrom('webhook_deliveries')
    .select('number')
    .where('endpoint_id', '=', endpointId)
    .where('message_id', '=', message)
    .executeTakeFirst();
  return found !== undefined;
}
