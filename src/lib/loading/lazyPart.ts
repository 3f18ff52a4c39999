import type { ComponentType } from 'react';
import { pageCodeTimeoutMs } from '../constants.ts';
import { importWithRetry } from './importWithRetry.ts';
import { withTimeout } from './withTimeout.ts';

export type LazyState<Props> =
  | { status: 'idle' | 'failed' }
  /** `isMissed` is true if the first attempt has failed. */
  | { status: 'loading'; isMissed: boolean }
  | { status: 'ready'; Part: ComponentType<Props> };

/** The parts whose code failed to load. */
const failed = new Set<{ fetch(): Promise<void> }>();

/** Retries every part that failed to load. Call this when the network is back. */
export function fetchFailed(): void {
  for (const part of failed) void part.fetch();
}

/**
 * A component whose code is loaded on demand and then stored. Any code can read the state of the
 * part at any time, which is impossible with React's `lazy`. Therefore a loaded part can replace
 * the first screen in one step, and a page can show that its code is slow or has failed.
 */
export class LazyPart<Props> {
  state: LazyState<Props> = { status: 'idle' };
  readonly #load: () => Promise<ComponentType<Props>>;
  readonly #listeners = new Set<() => void>();
  #fetching = Promise.resolve();

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  /**
   * Loads the code, unless it is loaded or loading. Resolves when the code is loaded or has failed
   * to load. Never rejects, because `state` contains the result.
   */
  fetch(): Promise<void> {
    const { status } = this.state;
    if (status === 'idle' || status === 'failed') this.#fetching = this.#start();
    return this.#fetching;
  }

  async #start(): Promise<void> {
    failed.delete(this);
    this.#setState({ status: 'loading', isMissed: false });
    try {
      const Part = await withTimeout(pageCodeTimeoutMs, importWithRetry(this.#attempt));
      this.#setState({ status: 'ready', Part });
    } catch {
      // The error is not lost, because components read the state and offer a reload.
      failed.add(this);
      this.#setState({ status: 'failed' });
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly #attempt = async () => {
    try {
      return await this.#load();
    } catch (error) {
      if (this.state.status === 'loading') this.#setState({ status: 'loading', isMissed: true });
      throw error;
    }
  };

  #setState(state: LazyState<Props>): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
