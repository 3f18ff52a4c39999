import type { Trx } from './db/database.ts';
import { inTransaction } from './db/database.ts';
import type { Dependencies } from './dependencies.ts';
import type { Intent } from './outbox/outbox.ts';

type Needed = Pick<Dependencies, 'clock' | 'outbox' | 'changes' | 'log'>;

/**
 * One transaction's worth of work: the transaction, the one time that counts in it, and what is to
 * be told within the process once it is committed.
 */
export class Work {
  readonly trx: Trx;
  readonly now: Date;
  readonly log: Needed['log'];
  readonly #deps: Needed;
  readonly #orders = new Map<string, { userId: string; orderId: string }>();
  readonly #stations = new Set<string>();
  readonly #notifications: { userId: string; notificationId: string }[] = [];
  #decided = false;

  constructor(deps: Needed, trx: Trx) {
    this.#deps = deps;
    this.trx = trx;
    this.now = deps.clock.now();
    this.log = deps.log;
  }

  /** Decides an effect on the outside world; it is performed after the commit. */
  async enqueue(intent: Intent): Promise<void> {
    await this.#deps.outbox.enqueue(this.trx, intent);
    this.#decided = true;
  }

  /** Has effects that are still open tried again at once; see `Outbox.hasten`. */
  async hasten(keys: readonly string[]): Promise<void> {
    await this.#deps.outbox.hasten(this.trx, keys);
    this.#decided = true;
  }

  orderChanged(userId: string, orderId: string): void {
    this.#orders.set(orderId, { userId, orderId });
  }

  /** Somebody was told something, which the outbox takes to their devices. */
  notified(userId: string, notificationId: string): void {
    this.#notifications.push({ userId, notificationId });
    this.#decided = true;
  }

  stationChanged(stationId: string): void {
    this.#stations.add(stationId);
  }

  /** Call once, after the commit. */
  committed(): void {
    if (this.#decided) this.#deps.outbox.wake();
    for (const stationId of this.#stations) this.#deps.changes.emit('station', stationId);
    for (const change of this.#orders.values()) this.#deps.changes.emit('order', change);
    for (const change of this.#notifications) this.#deps.changes.emit('notification', change);
  }
}

/** Does the work in one transaction and tells of it once that is committed. */
export async function transact<T>(
  deps: Needed & Pick<Dependencies, 'db'>,
  run: (work: Work) => Promise<T>,
): Promise<T> {
  const { work, result } = await inTransaction(deps.db, async (trx) => {
    const work = new Work(deps, trx);
    return { work, result: await run(work) };
  });
  work.committed();
  return result;
}

/** `now` and so many milliseconds. */
export function later(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}
