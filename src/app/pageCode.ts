import type { ComponentType } from 'react';
import { pageCodeTimeoutMs } from '../lib/constants.ts';

export type PageCodeState =
  | { status: 'idle' | 'loading' | 'failed' }
  | { status: 'ready'; Page: ComponentType };

/** A failed chunk is asked for once more after this many milliseconds, then a person is asked. */
const retryAfterMs = 1000;

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The code of a page did not come')),
      milliseconds,
    );
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/**
 * The code of one page: fetched on demand, kept, and readable without suspending, so that a page
 * whose code is already here replaces what the start painted in one step.
 */
export class PageCode {
  state: PageCodeState = { status: 'idle' };
  readonly #load: () => Promise<ComponentType>;
  readonly #listeners = new Set<() => void>();

  constructor(load: () => Promise<ComponentType>) {
    this.#load = load;
  }

  /** Fetches the code unless it is here or on its way. Never rejects: `state` says how it went. */
  async fetch(): Promise<void> {
    if (this.state.status === 'loading' || this.state.status === 'ready') return;
    this.#become({ status: 'loading' });
    try {
      const Page = await within(pageCodeTimeoutMs, this.#loadTwice());
      this.#become({ status: 'ready', Page });
    } catch {
      // What to do about it is the person's choice; the page offers a reload.
      this.#become({ status: 'failed' });
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async #loadTwice(): Promise<ComponentType> {
    try {
      return await this.#load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
      return this.#load();
    }
  }

  #become(state: PageCodeState): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}
