import type { Trx } from './database.ts';
import { inTransaction } from './database.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Intent } from '../outbox/outbox.ts';

type Needed = Pick<Dependencies, 'clock' | 'outbox' | 'changes' | 'log'>;

/**
 * A unit of work: a transaction, its time, and the changes that are announced in this process after the
 * commit.
 */
export class UnitOfWork {
  readonly trx: Trx;
  readonly now: Date;
  readonly log: Needed['log'];
  readonly #deps: Needed;
  readonly #orders = new Map<string, { userId: string; orderId: string }>();
  readonly #stations = new Set<string>();
  readonly #secrets = new Set<string>();
  readonly #notifications: { userId: string; notificationId: string }[] = [];
  readonly #endedSessions: string[] = [];
  #decided = false;

  constructor(deps: Needed, trx: Trx) {
    this.#deps = deps;
    this.trx = trx;
    this.now = deps.clock.now();
    this.log = deps.log;
  }

  /** Adds an intent, such as a call to an outside service. The outbox performs it after the commit. */
  async enqueue(intent: Intent): Promise<void> {
    await this.#deps.outbox.enqueue(this.trx, intent);
    this.#decided = true;
  }

  /**
   * Call this after a statement that added jobs itself, see `enqueueEach`. The outbox then starts them after the
   * commit.
   */
  enqueuedByStatement(): void {
    this.#decided = true;
  }

  /**
   * Retries the open jobs whose keys match one of these `LIKE` patterns, as soon as the transaction is committed. A
   * running job is retried after its present try. See `Outbox.retryNow`.
   */
  async retryNow(keys: readonly string[]): Promise<void> {
    await this.#deps.outbox.retryNow(this.trx, keys);
    this.#decided = true;
  }

  orderChanged(userId: string, orderId: string): void {
    this.#orders.set(orderId, { userId, orderId });
  }

  /** A notification was stored. The outbox sends it to the rider's devices. */
  notified(userId: string, notificationId: string): void {
    this.#notifications.push({ userId, notificationId });
    this.#decided = true;
  }

  /** Sessions have ended. `idHashes` are the hashes of their ids. */
  sessionsEnded(idHashes: readonly string[]): void {
    this.#endedSessions.push(...idHashes);
  }

  /** The secrets of a cabinet have changed, so its connection may no longer be allowed. */
  secretChanged(stationId: string): void {
    this.#secrets.add(stationId);
  }

  stationChanged(stationId: string): void {
    this.#stations.add(stationId);
  }

  /** Announces the changes, and wakes the outbox if it has new work. Call this once, after the commit. */
  committed(): void {
    if (this.#decided) this.#deps.outbox.wake();
    for (const stationId of this.#stations) this.#deps.changes.emit('station', stationId);
    for (const stationId of this.#secrets) this.#deps.changes.emit('secret', stationId);
    for (const change of this.#orders.values()) this.#deps.changes.emit('order', change);
    for (const idHash of this.#endedSessions) this.#deps.changes.emit('session', idHash);
    for (const change of this.#notifications) this.#deps.changes.emit('notification', change);
  }
}

/** Runs the function with a unit of work in one transaction, and announces the changes after the commit. */
export async function transact<T>(
  deps: Needed & Pick<Dependencies, 'db'>,
  run: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  const { work, result } = await inTransaction(deps.db, async (trx) => {
    const work = new UnitOfWork(deps, trx);
    return { work, result: await run(work) };
  });
  work.committed();
  return result;
}

export function addMs(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms);
}
