import { Semaphore } from '../limits/semaphore.ts';

/** How long a painted page is sent again. Its counts of chargers are at most this old. */
const lifetimeMs = 1_000;
/** Callers can invent addresses, so the number of stored pages is limited. */
const mostPages = 200;

export interface PaintedPage {
  readonly text: string;
  /** The compressed text by encoding. Each is made once. */
  readonly encoded: Map<string, Promise<Buffer>>;
}

/**
 * The pages of the last second. Many callers of one address cost one painting and one compression.
 * Only a few pages are painted at the same time, so that page views do not hold up journeys.
 */
export class RecentPages {
  readonly #pages = new Map<string, { at: number; page: Promise<PaintedPage> }>();
  readonly #painting = new Semaphore({ maxConcurrent: 8, maxWaiting: 200 });
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Forgets all pages, because the data that they show has changed. */
  clear(): void {
    this.#pages.clear();
  }

  /** @throws {ProblemError} `unavailable` if too many pages wait to be painted. */
  async read(key: string, paint: () => Promise<string>): Promise<PaintedPage> {
    const now = this.#now().getTime();
    const recent = this.#pages.get(key);
    if (recent && now - recent.at < lifetimeMs) return recent.page;
    const page = this.#painting.run(paint).then((text) => ({ text, encoded: new Map() }));
    // Insert it at the end: the first page of the map is the oldest.
    this.#pages.delete(key);
    this.#pages.set(key, { at: now, page });
    for (const [oldest, { at }] of this.#pages) {
      if (this.#pages.size <= mostPages && now - at < lifetimeMs) break;
      this.#pages.delete(oldest);
    }
    page.catch(() => {
      if (this.#pages.get(key)?.page === page) this.#pages.delete(key);
    });
    return page;
  }
}
