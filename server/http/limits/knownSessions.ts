/** A session counts as known for this time after its last call. */
const keptMs = 30 * 60_000;
const mostSessions = 50_000;

/** Hashes of the ids of sessions that this process has accepted lately. */
export class KnownSessions {
  readonly #seenAt = new Map<string, number>();

  add(hash: string, now: number): void {
    // The session is inserted at the end, because sessions are deleted from the start.
    this.#seenAt.delete(hash);
    this.#seenAt.set(hash, now);
    if (this.#seenAt.size <= mostSessions) return;
    const [oldest] = this.#seenAt.keys();
    if (oldest !== undefined) this.#seenAt.delete(oldest);
  }

  has(hash: string, now: number): boolean {
    const seenAt = this.#seenAt.get(hash);
    return seenAt !== undefined && now - seenAt < keptMs;
  }
}
