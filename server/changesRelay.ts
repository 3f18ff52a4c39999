import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Changes } from './changes.ts';
import type { Db } from './db/database.ts';
import { listen, maxNotificationBytes, notify, type Subscription } from './db/notifications.ts';
import type { Logger } from './dependencies.ts';

const channel = 'changes';
/** What changes within it is told together. */
const batchMs = 50;

/** Ids only: whoever hears of them reads the truth. */
const Told = z.object({
  from: z.string(),
  stations: z.array(z.string()),
  orders: z.array(z.tuple([z.string(), z.string()])),
  watches: z.array(z.string()),
  /** These two are absent from a process of an older version. */
  sessions: z.array(z.string()).default([]),
  notifications: z.array(z.tuple([z.string(), z.string()])).default([]),
});
type Told = z.infer<typeof Told>;

/**
 * Tells the other processes on the same PostgreSQL what has changed through this one, and this one
 * what has changed through them; for live streams only, whose readers catch up by themselves.
 */
export class ChangesRelay {
  readonly #deps: { db: Db; changes: Changes; log: Logger };
  readonly #self = randomUUID();
  readonly #stations = new Set<string>();
  readonly #orders = new Map<string, string>();
  readonly #watches = new Set<string>();
  readonly #sessions = new Set<string>();
  readonly #notifications = new Map<string, string>();
  readonly #subscription: Subscription;
  /** True while something from another process is told here: it is not to be told back. */
  #hearing = false;
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();

  constructor(deps: { db: Db; changes: Changes; log: Logger }, databaseUrl: string) {
    this.#deps = deps;
    deps.changes.on('station', this.#onStation);
    deps.changes.on('order', this.#onOrder);
    deps.changes.on('watch', this.#onWatch);
    deps.changes.on('session', this.#onSession);
    deps.changes.on('notification', this.#onNotification);
    this.#subscription = listen(databaseUrl, channel, {
      onPayload: (payload) => this.#hear(payload),
      onGap: () => {
        deps.log.info('changes of other processes are heard again');
        deps.changes.emit('missed');
      },
      onError: (error) => deps.log.warn({ err: error }, 'changes of other processes are not heard'),
    });
  }

  /** Resolves once changes of other processes are heard. */
  get ready(): Promise<void> {
    return this.#subscription.ready;
  }

  async stop(): Promise<void> {
    this.#deps.changes.off('station', this.#onStation);
    this.#deps.changes.off('order', this.#onOrder);
    this.#deps.changes.off('watch', this.#onWatch);
    this.#deps.changes.off('session', this.#onSession);
    this.#deps.changes.off('notification', this.#onNotification);
    if (this.#timer) this.#flush();
    await this.#sending;
    await this.#subscription.stop();
  }

  readonly #onStation = (stationId: string): void => {
    if (this.#hearing) return;
    this.#stations.add(stationId);
    this.#soon();
  };

  readonly #onOrder = ({ orderId, userId }: { orderId: string; userId: string }): void => {
    if (this.#hearing) return;
    this.#orders.set(orderId, userId);
    this.#soon();
  };

  readonly #onWatch = (idHash: string): void => {
    if (this.#hearing) return;
    this.#watches.add(idHash);
    this.#soon();
  };

  readonly #onSession = (idHash: string): void => {
    if (this.#hearing) return;
    this.#sessions.add(idHash);
    this.#soon();
  };

  readonly #onNotification = (change: { notificationId: string; userId: string }): void => {
    if (this.#hearing) return;
    this.#notifications.set(change.notificationId, change.userId);
    this.#soon();
  };

  #soon(): void {
    this.#timer ??= setTimeout(() => this.#flush(), batchMs);
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const batches = inBatches(this.#self, {
      stations: [...this.#stations],
      orders: [...this.#orders].map(([orderId, userId]) => [userId, orderId]),
      watches: [...this.#watches],
      sessions: [...this.#sessions],
      notifications: [...this.#notifications].map(([id, userId]) => [userId, id]),
    });
    this.#stations.clear();
    this.#orders.clear();
    this.#watches.clear();
    this.#sessions.clear();
    this.#notifications.clear();
    this.#sending = this.#sending.then(() => this.#send(batches));
  }

  async #send(batches: readonly string[]): Promise<void> {
    try {
      for (const batch of batches) await notify(this.#deps.db, channel, batch);
    } catch (error) {
      // Whoever missed it reads the truth with the next answer.
      this.#deps.log.warn({ err: error }, 'changes were not told to other processes');
    }
  }

  #hear(payload: string): void {
    const told = parsePayload(payload);
    if (!told) return this.#deps.log.warn('a notification could not be read');
    if (told.from === this.#self) return;
    this.#hearing = true;
    try {
      for (const stationId of told.stations) this.#deps.changes.emit('station', stationId);
      for (const [userId, orderId] of told.orders) {
        this.#deps.changes.emit('order', { userId, orderId });
      }
      for (const idHash of told.watches) this.#deps.changes.emit('watch', idHash);
      for (const idHash of told.sessions) this.#deps.changes.emit('session', idHash);
      for (const [userId, notificationId] of told.notifications) {
        this.#deps.changes.emit('notification', { userId, notificationId });
      }
    } finally {
      this.#hearing = false;
    }
  }
}

function parsePayload(payload: string): Told | null {
  try {
    return Told.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Two UUIDs as JSON, the longest entry, are 81 bytes; what surrounds the lists 120. */
const entriesPerBatch = Math.floor((maxNotificationBytes - 120) / 82);

function inBatches(from: string, all: Omit<Told, 'from'>): string[] {
  const lists = [all.stations, all.orders, all.watches, all.sessions, all.notifications];
  const longest = Math.max(...lists.map(({ length }) => length));
  const entries = Math.floor(entriesPerBatch / lists.length);
  return Array.from({ length: Math.ceil(longest / entries) }, (_, index) => {
    const [start, end] = [index * entries, (index + 1) * entries];
    const told: Told = {
      from,
      stations: all.stations.slice(start, end),
      orders: all.orders.slice(start, end),
      watches: all.watches.slice(start, end),
      sessions: all.sessions.slice(start, end),
      notifications: all.notifications.slice(start, end),
    };
    return JSON.stringify(told);
  });
}
