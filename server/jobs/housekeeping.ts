import type { Dependencies } from '../dependencies.ts';
import { keptSince } from '../modules/notifications/presentNotification.ts';
import { sessionAbsoluteMs, sessionIdleMs } from '../modules/auth/session.ts';
import { dropEndedSubscriptions } from '../modules/push/subscriptions.ts';

const everyMs = 10 * 60_000;
const hour = 60 * 60_000;
const day = 24 * hour;

/** How long rows are kept that nobody asks for any more. */
const keep = {
  rateLimits: 2 * day,
  codes: 2 * day,
  codeTraffic: 2 * hour,
  socialAttempts: day,
  idempotencyKeys: 30 * day,
  endedSessions: 30 * day,
  watches: day,
  webhookEvents: 30 * day,
  providerKeys: 30 * day,
};

/** Deletes what has served its time, now and then; answers how to stop. */
export function startHousekeeping(
  deps: Pick<Dependencies, 'db' | 'clock' | 'log' | 'settings'>,
): () => Promise<void> {
  let running = Promise.resolve();
  const run = () => {
    running = cleanUp(deps).catch((error: unknown) =>
      deps.log.error({ err: error }, 'old rows were not deleted'),
    );
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

export async function cleanUp({
  db,
  clock,
  settings,
}: Pick<Dependencies, 'db' | 'clock' | 'settings'>): Promise<void> {
  const before = (age: number) => new Date(clock.now().getTime() - age);
  await db.deleteFrom('rate_limits').where('window_start', '<', before(keep.rateLimits)).execute();
  await db.deleteFrom('one_time_codes').where('expires_at', '<', before(keep.codes)).execute();
  await db.deleteFrom('code_traffic').where('minute', '<', before(keep.codeTraffic)).execute();
  await db.deleteFrom('contact_changes').where('expires_at', '<', before(keep.codes)).execute();
  await db
    .deleteFrom('social_attempts')
    .where('expires_at', '<', before(keep.socialAttempts))
    .execute();
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', before(keep.idempotencyKeys))
    .execute();
  await db
    .deleteFrom('host_interests')
    .where('updated_at', '<', before(settings.hosts.keepDays * day))
    .execute();
  await db
    .deleteFrom('host_requests')
    .where('created_at', '<', before(keep.idempotencyKeys))
    .execute();
  await db.deleteFrom('watches').where('expires_at', '<', before(keep.watches)).execute();
  await db
    .deleteFrom('webhook_events')
    .where('received_at', '<', before(keep.webhookEvents))
    .execute();
  await db
    .deleteFrom('provider_keys')
    .where('changed_at', '<', before(keep.providerKeys))
    .execute();
  await db.deleteFrom('notifications').where('created_at', '<=', keptSince(clock.now())).execute();
  // Sessions that nobody uses any more end here; the others end when they are used.
  const states = [
    ['idleExpired', 'last_seen_at', sessionIdleMs],
    ['absoluteExpired', 'created_at', sessionAbsoluteMs],
  ] as const;
  for (const [state, since, age] of states) {
    await db
      .updateTable('sessions')
      .set({ state, ended_at: clock.now() })
      .where('state', '=', 'active')
      .where(since, '<=', before(age))
      .execute();
  }
  await dropEndedSubscriptions(db);
  await db.deleteFrom('sessions').where('ended_at', '<', before(keep.endedSessions)).execute();
}
