import { z } from 'zod';
import { WebhookMessage } from '../../../contract/operators/webhooks.ts';
import type { Dependencies } from '../../dependencies.ts';
import { postTo } from '../../providers/publicCalls/postTo.ts';
import {
  publicAddresses,
  resolveBySystem,
  type Resolve,
} from '../../providers/publicCalls/resolve.ts';
import { addMs } from '../../db/unitOfWork.ts';
import { deliverJob } from './announce.ts';
import { signedHeaders } from './signMessage.ts';

const DeliverPayload = z.object({ delivery: z.int() });

const lookupMs = 4000;
const timeoutMs = 8000;
const firstRetryMs = 5000;
const longestRetryMs = 12 * 60 * 60_000;
/** The time after which the job of a paused endpoint runs again. */
const pausedMs = 10 * 60_000;
/**
 * After failures, an endpoint gets no messages for a growing time, up to this limit. So a failing
 * endpoint does not delay the messages of other endpoints.
 */
const longestRestMs = 10 * 60_000;

/**
 * Registers the delivery of messages. A failed delivery is tried again after growing delays, for three days.
 *
 * @param resolve looks up the addresses of a host name.
 */
export function registerWebhooks(deps: Dependencies, resolve: Resolve = resolveBySystem): void {
  const { db, clock, settings } = deps;
  deps.outbox.handle(
    deliverJob,
    async (payload) => {
      const { delivery: number } = DeliverPayload.parse(payload);
      const found = await db
        .selectFrom('webhook_deliveries as delivery')
        .innerJoin('webhook_messages as message', 'message.id', 'delivery.message_id')
        .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
        .select(['delivery.state', 'delivery.tries', 'delivery.give_up_at'])
        .select(['message.id as messageId', 'message.type', 'message.data', 'message.created_at'])
        .select(['endpoint.id', 'endpoint.url', 'endpoint.paused_at', 'endpoint.removed_at'])
        .select(['endpoint.secret_version', 'endpoint.secret_changed_at'])
        .select(['endpoint.failures', 'endpoint.retry_at'])
        .where('delivery.number', '=', String(number))
        .executeTakeFirst();
      if (found?.state !== 'waiting') return;
      const { tries, give_up_at: giveUpAt, retry_at: retryAt } = found;
      const store = (state: 'waiting' | 'delivered' | 'failed', result: string) =>
        db
          .updateTable('webhook_deliveries')
          .set({ state, tries: tries + 1, last_result: result, last_tried_at: clock.now() })
          .where('number', '=', String(number))
          .execute();
      if (found.removed_at) return void (await store('failed', 'the endpoint was removed'));
      if (found.paused_at) {
        if (clock.now() >= giveUpAt) return void (await store('failed', 'the endpoint was paused'));
        return { againAt: addMs(clock.now(), pausedMs), answered: true };
      }
      if (retryAt && retryAt > clock.now() && clock.now() < giveUpAt) {
        return { againAt: retryAt, answered: true };
      }

      const message = WebhookMessage.parse({
        id: found.messageId,
        type: found.type,
        timestamp: found.created_at.toISOString(),
        version: 1,
        data: found.data,
      });
      const body = JSON.stringify(message);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'charger-rental-webhooks/1',
        ...(await signedHeaders(db, settings, found, { id: message.id, body, at: clock.now() })),
      };
      const { isDone, result } = await post(found.url, headers, body);
      await noteResult(found, isDone);
      const isOver = addMs(clock.now(), delayMs(tries)) >= giveUpAt;
      await store(isDone ? 'delivered' : isOver ? 'failed' : 'waiting', result);
      if (!isDone && !isOver) {
        return { againAt: addMs(clock.now(), delayMs(tries)), answered: true };
      }
    },
    { priority: 'low' },
  );

  async function noteResult(
    { id, failures }: { id: string; failures: number },
    isDone: boolean,
  ): Promise<void> {
    if (isDone && failures === 0) return;
    const restMs = Math.min(longestRestMs, firstRetryMs * 2 ** Math.min(failures, 10));
    await db
      .updateTable('webhook_endpoints')
      .set(
        isDone
          ? { failures: 0, retry_at: null }
          : { failures: failures + 1, retry_at: addMs(clock.now(), restMs) },
      )
      .where('id', '=', id)
      .execute();
  }

  async function post(
    address: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ isDone: boolean; result: string }> {
    const url = new URL(address);
    try {
      const isPrivate = settings.webhookPrivateHosts.includes(url.host);
      const addresses = isPrivate ? null : await publicAddresses(url, resolve, lookupMs);
      if (!isPrivate && (addresses === null || url.protocol !== 'https:')) {
        return { isDone: false, result: 'the address is not public' };
      }
      const { status } = await postTo({
        url,
        addresses,
        headers,
        body: Buffer.from(body),
        timeoutMs,
      });
      return { isDone: status >= 200 && status < 300, result: String(status) };
    } catch (error) {
      return { isDone: false, result: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** The delay after a failed try: 5 seconds, 20 seconds, 80 seconds and so on, up to 12 hours. */
function delayMs(triesBefore: number): number {
  return Math.min(longestRetryMs, firstRetryMs * 4 ** Math.min(triesBefore, 10));
}
