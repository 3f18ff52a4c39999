/**
 * For how long the server sends the same page again, counted from the start of its painting. The
 * time is short, so that the counts of chargers in a page are recent.
 */
const lifetimeMs = 1_000;
/** The highest number of stored pages. It must be limited, because callers can invent addresses. */
const mostPages = 200;

export interface PaintedPage {
  readonly text: string;
  /** The compressed texts by encoding. Each text is compressed only once. */
  readonly encoded: Map<string, Promise<Buffer>>;
}

/**
 * The pages that were painted in the last second. If many callers open the same address, the page is painted and
 * compressed only once.
 */
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

  /** Returns the page; null if it was not painted within the last second. */
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
