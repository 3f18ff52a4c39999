import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './database.ts';

/** PostgreSQL limits payloads to less than 8000 bytes. */
export const maxNotificationBytes = 7_900;

/** Notifies every process that listens on the channel. */
export async function notify(db: Db, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(db);
}

const firstWaitMs = 250;
const longestWaitMs = 2_000;

export interface Subscription {
  /** Resolves when the first connection listens. */
  readonly ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens on a separate connection, and replaces the connection if it is lost. Notifications that arrive before the new
 * connection listens are lost, so `onGap` is called as soon as it listens.
 */
export function listen(
  url: string,
  channel: string,
  {
    onPayload,
    onGap,
    onError,
  }: {
    onPayload: (payload: string) => void;
    onGap: () => void;
    onError: (error: unknown) => void;
  },
): Subscription {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;
  let failures = 0;
  let connectedBefore = false;
  let isReady = (): void => undefined;
  const ready = new Promise<void>((resolve) => (isReady = resolve));

  const connect = async (): Promise<void> => {
    timer = null;
    const own = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    });
    client = own;
    own.on('error', onError);
    own.on('notification', ({ payload }) => onPayload(payload ?? ''));
    own.once('end', () => {
      if (client === own) reconnect();
    });
    try {
      await own.connect();
      await own.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      onError(error);
      // The connection may be half-open, so it is closed. If the `end` event of the connection has
      // already called `reconnect`, `client` is no longer `own`, and there is no second call.
      await own.end().catch(() => undefined);
      if (client === own) reconnect();
      return;
    }
    failures = 0;
    if (connectedBefore) onGap();
    connectedBefore = true;
    isReady();
  };

  const reconnect = (): void => {
    client = null;
    if (stopped) return;
    const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** failures++);
    timer = setTimeout(() => void connect(), wait);
    timer.unref();
  };

  void connect();
  return {
    ready,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      const last = client;
      client = null;
      await last?.end();
    },
  };
}
