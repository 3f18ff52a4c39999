import type { ComponentType } from 'react';
import { pageCodeTimeoutMs } from '../constants.ts';
import { importWithRetry } from './importWithRetry.ts';
import { withTimeout } from './withTimeout.ts';

export type LazyState<Props> =
  | { status: 'idle' | 'failed' }
  /** `isMissed`: it did not come at the first attempt. */
  | { status: 'loading'; isMissed: boolean }
  | { status: 'ready'; Part: ComponentType<Props> };

/** Those whose code did not come. */
const failed = new Set<{ fetch(): Promise<void> }>();

/** Another try for every part that is missing: the network is back. */
export function fetchFailed(): void {
  for (const part of failed) void part.fetch();
}

/**
 * A component whose code is fetched on demand and kept. Unlike React's own `lazy`, it is readable
 * without suspending: what is already here replaces what the start painted in one step, and what is
 * not can say that it is slow, or failed.
 */
export class LazyPart<Props> {
  state: LazyState<Props> = { status: 'idle' };
  readonly #load: () => Promise<ComponentType<Props>>;
  readonly #listeners = new Set<() => void>();

  constructor(load: () => Promise<ComponentType<Props>>) {
    this.#load = load;
  }

  /** Fetches the code unless it is here or on its way. Never rejects: `state` says how it went. */
  async fetch(): Promise<void> {
    if (this.state.status === 'loading' || this.state.status === 'ready') return;
    failed.delete(this);
    this.#become({ status: 'loading', isMissed: false });
    try {
      const Part = await withTimeout(pageCodeTimeoutMs, importWithRetry(this.#attempt));
      this.#become({ status: 'ready', Part });
    } catch {
      // Not swallowed: whoever shows the part reads the state and offers a reload.
      failed.add(this);
      this.#become({ status: 'failed' });
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
      if (this.state.status === 'loading') this.#become({ status: 'loading', isMissed: true });
      throw error;
    }
  };

  #become(state: LazyState<Props>): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
