import { writeFile } from 'node:fs/promises';
import { type Page, type Request, expect } from 'playwright/test';

/** An event stream stays open while its page is shown, so do not wait for its end. */
const eventStream = /events\b/i;

/**
 * Takes pictures of a page at rest. A page does not report when the parts that load late are complete, so the class
 * compares pictures until nothing changes.
 */
export class StillPictures {
  readonly #page: Page;
  readonly #pending = new Set<Request>();

  /** Create this before the page opens an address. */
  constructor(page: Page) {
    this.#page = page;
    // While the browser opens a new document, the previous document may still send requests, for
    // example for the code of a worker. Ignore these requests, because the browser does not always
    // report their end.
    let isLeaving = false;
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
        this.#pending.clear();
        isLeaving = true;
        this.#pending.add(request);
      } else if (!isLeaving && !eventStream.test(request.url())) this.#pending.add(request);
    });
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) isLeaving = false;
    });
    const end = (request: Request) => {
      this.#pending.delete(request);
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) isLeaving = false;
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /**
   * Waits until no request is pending, and three pictures in a row are equal except for the running clock. Then saves a
   * picture.
   */
  async save(path: string): Promise<void> {
    await this.#page.evaluate(() => document.fonts.ready);
    const clock = this.#page.getByRole('timer');
    let picture: Buffer = Buffer.alloc(0);
    let equal = 0;
    await expect
      .poll(
        async () => {
          const before = picture;
          picture = await this.#page.screenshot({ animations: 'disabled', mask: [clock] });
          const isStill = this.#pending.size === 0 && picture.equals(before);
          equal = isStill ? equal + 1 : 1;
          return equal;
        },
        { intervals: [100], timeout: 30_000 },
      )
      .toBe(3);
    if ((await clock.count()) > 0)
      picture = await this.#page.screenshot({ animations: 'disabled' });
    await writeFile(path, picture);
  }
}
