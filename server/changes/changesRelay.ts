import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Changes } from './changes.ts';
import type { Db } from '../db/database.ts';
import { listen, maxNotificationBytes, notify, type Subscription } from '../db/notifications.ts';
import type { Logger } from '../dependencies.ts';

const channel = 'changes';
/** The relay collects changes for this time in milliseconds, and then sends them to the other processes together. */
const batchMs = 50;

/** A message between processes. It contains only ids and hashes of ids; listeners read the data from the database. */
const RelayedChanges = z.object({
  from: z.string(),
  stations: z.array(z.string()),
  orders: z.array(z.tuple([z.string(), z.string()])),
  watches: z.array(z.string()),
  /** A process of an older version does not send `sessions` and `notifications`. */
  sessions: z.array(z.string()).default([]),
  notifications: z.array(z.tuple([z.string(), z.string()])).default([]),
});
type RelayedChanges = z.infer<typeof RelayedChanges>;

/** Returns empty maps for the changes that this process has not sent to the other processes yet. */
const emptyPending = () => ({
  stations: new Map<string, string>(),
  orders: new Map<string, [userId: string, orderId: string]>(),
  watches: new Map<string, string>(),
  sessions: new Map<string, string>(),
  notifications: new Map<string, [userId: string, notificationId: string]>(),
});

/**
 * Announces the changes of this process to the other processes on the same database, and receives
 * their changes. Live streams, caches and watches use the received changes. A missed change does no
 * harm, because clients read the data with their next request, caches expire, and all watches are
 * checked often.
 */
export class ChangesRelay {
  readonly #deps: { db: Db; changes: Changes; log: Logger };
  readonly #self = randomUUID();
  #pending = emptyPending();
  readonly #subscription: Subscription;
  /** True while this process emits a change that it received, so that it does not send the change back. */
  #receiving = false;
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(deps: { db: Db; changes: Changes; log: Logger }, databaseUrl: string) {
    this.#deps = deps;
    this.#follow('on');
    this.#subscription = listen(databaseUrl, channel, {
      onPayload: (payload) => this.#receive(payload),
      onGap: () => {
        deps.log.info('this process receives the changes of other processes again');
        deps.changes.emit('missed');
      },
      onError: (error) =>
        deps.log.warn(
          { err: error },
          'this process does not receive the changes of other processes',
        ),
    });
  }

  /** Resolves when this process can receive the changes of other processes. */
  get ready(): Promise<void> {
    return this.#subscription.ready;
  }

  async stop(): Promise<void> {
    this.#follow('off');
    if (this.#timer) this.#flush();
    await this.#sending;
    await this.#subscription.stop();
  }

  readonly #listeners = {
    station: (id: string) => this.#collect(this.#pending.stations, id, id),
    order: ({ userId, orderId }: { userId: string; orderId: string }) =>
      this.#collect(this.#pending.orders, orderId, [userId, orderId]),
    watch: (idHash: string) => this.#collect(this.#pending.watches, idHash, idHash),
    session: (idHash: string) => this.#collect(this.#pending.sessions, idHash, idHash),
    notification: ({ userId, notificationId }: { userId: string; notificationId: string }) =>
      this.#collect(this.#pending.notifications, notificationId, [userId, notificationId]),
  };

  #follow(method: 'on' | 'off'): void {
    const { changes } = this.#deps;
    changes[method]('station', this.#listeners.station);
    changes[method]('order', this.#listeners.order);
    changes[method]('watch', this.#listeners.watch);
    changes[method]('session', this.#listeners.session);
    changes[method]('notification', this.#listeners.notification);
  }

  #collect<T>(list: Map<string, T>, id: string, entry: T): void {
    if (this.#receiving) return;
    list.set(id, entry);
    this.#soon();
  }

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), batchMs);
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { stations, orders, watches, sessions, notifications } = this.#pending;
    this.#pending = emptyPending();
    const batches = inBatches(this.#self, {
      stations: [...stations.values()],
      orders: [...orders.values()],
      watches: [...watches.values()],
      sessions: [...sessions.values()],
      notifications: [...notifications.values()],
    });
    this.#sending = this.#sending.then(() => this.#send(batches));
  }

  async #send(batches: readonly string[]): Promise<void> {
    try {
      for (const batch of batches) await notify(this.#deps.db, channel, batch);
    } catch (error) {
      // Clients that missed the change read the data with their next request.
      this.#deps.log.warn(
        { err: error },
        'this process could not send its changes to other processes',
      );
    }
  }

  #receive(payload: string): void {
    const relayed = parsePayload(payload);
    if (!relayed) return this.#deps.log.warn('a notification of PostgreSQL could not be parsed');
    if (relayed.from === this.#self) return;
    this.#receiving = true;
    try {
      for (const stationId of relayed.stations) this.#deps.changes.emit('station', stationId);
      for (const [userId, orderId] of relayed.orders) {
        this.#deps.changes.emit('order', { userId, orderId });
      }
      for (const idHash of relayed.watches) this.#deps.changes.emit('watch', idHash);
      for (const idHash of relayed.sessions) this.#deps.changes.emit('session', idHash);
      for (const [userId, notificationId] of relayed.notifications) {
        this.#deps.changes.emit('notification', { userId, notificationId });
      }
    } finally {
      this.#receiving = false;
    }
  }
}

function parsePayload(payload: string): RelayedChanges | null {
  try {
    return RelayedChanges.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** The longest entry, two UUIDs as JSON and a comma, takes 80 bytes. The rest of the message takes 119 bytes. */
const entriesPerBatch = Math.floor((maxNotificationBytes - 120) / 82);

function inBatches(from: string, all: Omit<RelayedChanges, 'from'>): string[] {
  const lists = [all.stations, all.orders, all.watches, all.sessions, all.notifications];
  const longest = Math.max(...lists.map(({ length }) => length));
  const entries = Math.floor(entriesPerBatch / lists.length);
  return Array.from({ length: Math.ceil(longest / entries) }, (_, index) => {
    const [start, end] = [index * entries, (index + 1) * entries];
    const relayed: RelayedChanges = {
      from,
      stations: all.stations.slice(start, end),
      orders: all.orders.slice(start, end),
      watches: all.watches.slice(start, end),
      sessions: all.sessions.slice(start, end),
      notifications: all.notifications.slice(start, end),
    };
    return JSON.stringify(relayed);
  });
}
