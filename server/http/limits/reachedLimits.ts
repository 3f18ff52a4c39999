/** Another process may uncount a call, so a reached limit is read again after this time. */
const keptMs = 5_000;
const mostLimits = 10_000;

/** The limits that were reached a moment ago, so that a refused call costs no query. */
class ReachedLimits {
  readonly #reached = new Map<string, { windowStart: number; at: number }>();

  add(bucket: string, windowStart: number, now: Date): void {
    if (this.#reached.size >= mostLimits) this.#reached.clear();
    this.#reached.set(bucket, { windowStart, at: now.getTime() });
  }

  has(bucket: string, windowStart: number, now: Date): boolean {
    const reached = this.#reached.get(bucket);
    if (!reached || reached.windowStart !== windowStart) return false;
    const age = now.getTime() - reached.at;
    return age >= 0 && age < keptMs;
  }

  delete(bucket: string): void {
    this.#reached.delete(bucket);
  }
}

const ofDatabases = new WeakMap<object, ReachedLimits>();

/** Returns the reached limits that this process remembers for a database. */
export function reachedLimitsOf(db: object): ReachedLimits {
  const known = ofDatabases.get(db) ?? new ReachedLimits();
  ofDatabases.set(db, known);
  return known;
}
