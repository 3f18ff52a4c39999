/** For how long a painted page is sent again. So its counts of chargers are at most this old. */
const lifetimeMs = 1_000;
/** The highest number of stored pages. It must be limited, because callers can invent addresses. */
const mostPages = 200;

export interface PaintedPage {
  readonly text: string;
  /** The compressed texts by encoding. Each of them is made only once. */
  readonly encoded: Map<string, Promise<Buffer>>;
}

/** The pages of the last second. Many callers of one address need only one painting and one compression. */
export class RecentPages {
  readonly #pages = new Map<string, { at: number; page: Promise<PaintedPage> }>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Deletes all pages, because the data that they show has changed. */
  clear(): void {
    this.#pages.clear();
  }

  /** Null if the page was not painted within the last second. */
  recent(key: string): Promise<PaintedPage> | null {
    const recent = this.#pages.get(key);
    return recent && this.#now().getTime() - recent.at < lifetimeMs ? recent.page : null;
  }

  add(key: string, painted: Promise<string>): Promise<PaintedPage> {
    const now = this.#now().getTime();
    const page = painted.then((text) => ({ text, encoded: new Map() }));
    // The page is inserted at the end, because the loop below expects the oldest page first.
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
