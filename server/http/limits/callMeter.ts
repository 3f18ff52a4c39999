import type { CallBound } from './callBounds.ts';
import { networksPerSite, siteOf } from './networks.ts';

const minuteMs = 60_000;
const inAllSeconds = 10;
const inAllMs = inAllSeconds * 1000;
/** The highest number of separate counts. It limits the memory, because callers can have any number of addresses. */
const mostCounts = 50_000;
/** When there are `mostCounts` counts, all further callers share this number of counts. */
const sharedCounts = 256;
/** The wait for a caller who is refused because of the calls of other callers. */
const busySeconds = 2;

export interface Refusal {
  /** `caller`: this caller makes too many calls. `all`: all callers together make too many. */
  readonly of: 'caller' | 'all';
  /** Seconds until the caller may try again. */
  readonly retryAfter: number;
}

/** Marks a call as finished. Only the first use has an effect. */
export type EndCall = () => void;

/** Counts the calls that this process gets, for each caller and for all callers together. */
export class CallMeter {
  readonly #factor: number;
  readonly #inMinute = new WindowCounts(minuteMs);
  readonly #inAll = new WindowCounts(inAllMs);
  readonly #open = new Map<string, number>();

  /** @param factor multiplies the limits of calls, but not those of open calls. */
  constructor(factor: number) {
    this.#factor = factor;
  }

  /**
   * Counts a call and opens it. While the call is open, it also counts towards the limits of open
   * calls.
   */
  begin(bound: CallBound, caller: string, now: number): EndCall | Refusal {
    return this.admit(bound, caller, now) ?? this.open(bound, caller, now);
  }

  /**
   * Counts a call. A refused call counts only for its caller, not for all callers. Returns null if the call is not
   * refused.
   */
  admit(bound: CallBound, caller: string, now: number): Refusal | null {
    const keys = keysOf(bound, caller);
    const perMinute = this.#limit(bound.perMinute);
    const calls = keys.map((key) => this.#inMinute.add(key, now));
    if (calls.some((count, i) => count > perMinute * timesOf(i))) {
      return { of: 'caller', retryAfter: secondsLeft(now, minuteMs) };
    }
    const inAll = this.#limit(bound.inAllPerSecond * inAllSeconds);
    if (this.#inAll.get(bound.name, now) >= Math.ceil(inAll * this.#share(bound, keys, now))) {
      return { of: 'all', retryAfter: busySeconds };
    }
    this.#inAll.add(bound.name, now);
    return null;
  }

  /** Opens a call that was counted before. */
  open(bound: CallBound, caller: string, now: number): EndCall | Refusal {
    const keys = keysOf(bound, caller);
    if (keys.some((key, i) => this.#openOf(key) >= bound.open * timesOf(i))) {
      return { of: 'caller', retryAfter: 1 };
    }
    const inAll = Math.ceil(bound.openInAll * this.#share(bound, keys, now));
    if (this.#openOf(bound.name) >= inAll) return { of: 'all', retryAfter: busySeconds };
    return this.#enter([...keys, bound.name]);
  }

  /**
   * Returns the part of the total capacity that this caller may use. Half of the capacity is reserved for callers with
   * few calls, so that a flood from some addresses does not exclude all other callers.
   */
  #share({ perMinute }: CallBound, keys: readonly string[], now: number): number {
    const few = this.#limit(perMinute) / 10;
    const isHeavy = keys.some((key, i) => this.#inMinute.get(key, now) > few * timesOf(i));
    return isHeavy ? 0.5 : 1;
  }

  #limit(calls: number): number {
    return Math.max(1, calls * this.#factor);
  }

  #openOf(key: string): number {
    return this.#open.get(key) ?? 0;
  }

  #enter(keys: readonly string[]): EndCall {
    for (const key of keys) this.#open.set(key, this.#openOf(key) + 1);
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      for (const key of keys) {
        const left = this.#openOf(key) - 1;
        if (left > 0) this.#open.set(key, left);
        else this.#open.delete(key);
      }
    };
  }
}

/**
 * The keys of the counts for a caller. A caller that is a /64 network also has the key of the /48
 * network.
 */
function keysOf({ name }: CallBound, caller: string): string[] {
  const site = siteOf(caller);
  return site === null ? [`${name} ${caller}`] : [`${name} ${caller}`, `${name} ${site}`];
}

/** The factor for the limits of a key, by its position in the result of `keysOf`. */
function timesOf(index: number): number {
  return index === 0 ? 1 : networksPerSite;
}

/** Counts by key in fixed windows of time. */
class WindowCounts {
  readonly #windowMs: number;
  #counts = new Map<string, number>();
  #window = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Adds one to a count, and returns the new count. */
  add(key: string, now: number): number {
    const count = this.get(key, now) + 1;
    this.#counts.set(this.#stored(key), count);
    return count;
  }

  get(key: string, now: number): number {
    const window = Math.floor(now / this.#windowMs);
    if (window !== this.#window) {
      this.#window = window;
      this.#counts = new Map();
    }
    return this.#counts.get(this.#stored(key)) ?? 0;
  }

  #stored(key: string): string {
    if (this.#counts.size < mostCounts || this.#counts.has(key)) return key;
    let hash = 0;
    for (let i = 0; i < key.length; i++) hash = (hash * 31 + key.charCodeAt(i)) | 0;
    return `shared ${hash & (sharedCounts - 1)}`;
  }
}

function secondsLeft(now: number, windowMs: number): number {
  return Math.ceil((windowMs - (now % windowMs)) / 1000);
}
