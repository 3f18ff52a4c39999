import { type CDPSession, type Locator, type Page, expect } from 'playwright/test';
import { Watcher } from './interactions.ts';

/** Duration of a tap or of a key press, in milliseconds. */
const restMs = 60;
/** Milliseconds between two letters when a fast typist uses a phone. */
const letterMs = 120;
/** Milliseconds for which the user looks at the result before the next action. */
const lookMs = 400;
/** A height in pixels that is larger than the toolbars of the browser. */
const barsHeight = 200;

/**
 * A simulated user whose response times are measured. The input consists of real input events,
 * because Playwright's `click` and `fill` run more code in the page than a real tap.
 */
export class SimulatedUser {
  readonly page: Page;
  readonly watcher: Watcher;

  /**
   * Creates a simulated user. `slowdown` is the factor by which the page's main thread is slower
   * than this machine.
   */
  static async on(page: Page, slowdown: number): Promise<SimulatedUser> {
    const simulatedUser = new SimulatedUser(page, await Watcher.over(page));
    const session = await page.context().newCDPSession(page);
    await enlargeWindow(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return simulatedUser;
  }

  private constructor(page: Page, watcher: Watcher) {
    this.page = page;
    this.watcher = watcher;
  }

  /** Loads a page. The load does not count as an interaction. */
  async open(path: string, there: Locator): Promise<void> {
    this.watcher.leave();
    await this.page.goto(path);
    await this.#waitForOutcome(there);
  }

  async press(button: Locator, outcome?: Locator): Promise<void> {
    await expect(button).toBeEnabled();
    // A bar or a toast may cover an element that Playwright considers visible. The app may also
    // replace the first screen between two attempts, so each attempt locates the element again.
    let point: Point = { x: 0, y: 0 };
    await expect(async () => {
      expect(await button.evaluate(scrollIntoReach)).toBe(true);
      point = await centreOf(button);
      expect(await this.#showsFrame(button, point)).toBe(true);
    }).toPass({ timeout: 10_000 });
    const { x, y } = point;
    await this.#act(`press ${what(button)}`, outcome, async () => {
      await this.page.mouse.move(x, y);
      await this.page.mouse.down();
      await this.#pause(restMs);
      await this.page.mouse.up();
    });
  }

  /**
   * Returns whether the page shows the frame of the element at `point`. If the page covers or hides
   * this part of the frame, scrolls the element to the centre of the window. Returns true for an
   * element that is not in a frame. This check runs in the page, because code in a frame cannot see
   * what the page covers.
   */
  async #showsFrame(element: Locator, point: Point): Promise<boolean> {
    if (await element.evaluate(() => window === window.top)) return true;
    const isShown = await this.page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y) instanceof HTMLIFrameElement,
      point,
    );
    if (!isShown) {
      await element.evaluate((hidden) =>
        hidden.scrollIntoView({ block: 'center', behavior: 'instant' }),
      );
    }
    return isShown;
  }

  /**
   * Returns whether a tap would hit at least one of these buttons. A tap cannot hit a button that
   * is covered or out of view.
   */
  async canReach(buttons: Locator): Promise<boolean> {
    return (await buttons.evaluateAll(firstInReach)) >= 0;
  }

  /** Presses the first of these buttons that a tap would hit. A map also has pins that are out of view. */
  async pressFirstInReach(buttons: Locator, outcome?: Locator): Promise<void> {
    let first = -1;
    await expect(async () => {
      first = await buttons.evaluateAll(firstInReach);
      expect(first).toBeGreaterThanOrEqual(0);
    }).toPass({ timeout: 10_000 });
    await this.press(buttons.nth(first), outcome);
  }

  /**
   * Types into the focused element.
   *
   * @param eachMs the time for each letter, in milliseconds.
   */
  async type(text: string, outcome?: Locator, eachMs = letterMs): Promise<void> {
    await this.#act(`type "${text}"`, outcome, async () => {
      for (const letter of text) {
        await this.page.keyboard.press(letter, { delay: restMs });
        await this.#pause(eachMs - restMs);
      }
    });
  }

  /** Waits while the user reads or looks for something. */
  async read(milliseconds: number): Promise<void> {
    await this.#pause(milliseconds);
  }

  async key(name: string, outcome?: Locator): Promise<void> {
    await this.#act(`key ${name}`, outcome, () =>
      this.page.keyboard.press(name, { delay: restMs }),
    );
  }

  /** Drags from a point on the element. `by` is the distance in pixels. */
  async drag(area: Locator, from: Point, by: Point): Promise<void> {
    const box = await area.boundingBox();
    if (!box) throw new Error(`${what(area)} is not to be seen`);
    const start = { x: box.x + from.x, y: box.y + from.y };
    await this.#act(`drag ${what(area)}`, undefined, async () => {
      await this.page.mouse.move(start.x, start.y);
      await this.page.mouse.down();
      for (let step = 1; step <= 20; step++) {
        await this.page.mouse.move(start.x + (by.x * step) / 20, start.y + (by.y * step) / 20);
      }
      await this.page.mouse.up();
    });
  }

  /** Scrolls, to bring other elements into view. Scrolling does not count as an interaction. */
  async scroll(by: number, outcome?: Locator): Promise<void> {
    await this.page.mouse.wheel(0, by);
    await this.#waitForOutcome(outcome);
  }

  async #act(name: string, outcome: Locator | undefined, act: () => Promise<void>): Promise<void> {
    const screen = await this.page.title();
    await act();
    await this.#waitForOutcome(outcome);
    await this.watcher.take(screen, name);
  }

  /** Waits for a fixed time, as a user does. The pause is a part of the simulated behaviour. */
  async #pause(milliseconds: number): Promise<void> {
    // oxlint-disable-next-line no-restricted-properties -- see above
    await this.page.waitForTimeout(milliseconds);
  }

  /**
   * Waits for the outcome. Checks for the first time after a pause, because Playwright's queries run code in the page.
   */
  async #waitForOutcome(outcome?: Locator): Promise<void> {
    await this.#pause(lookMs);
    if (!outcome || (await outcome.first().isVisible())) return;
    await expect(outcome).toBeVisible();
    await this.#pause(lookMs);
  }
}

/**
 * Makes the window higher by the height of the browser's toolbars. In a smaller window, the
 * toolbars hide the lower part of the page. Chromium never paints a hidden part, so the measurement
 * of the largest paint would wait forever.
 */
async function enlargeWindow(session: CDPSession): Promise<void> {
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
  if (bounds.height === undefined) throw new Error('The window has no height');
  const height = bounds.height + barsHeight;
  await session.send('Browser.setWindowBounds', { windowId, bounds: { height } });
}

/**
 * Runs in the page. Returns true if a tap would hit the element. Otherwise scrolls the element to the centre and
 * returns false.
 */
function scrollIntoReach(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  // While the browser prepares a view transition, a tap hits only the root element.
  if (hit === document.documentElement) return false;
  const isLabelled = hit?.closest('label')?.contains(element) ?? false;
  if (isLabelled || (hit !== null && (element.contains(hit) || hit.contains(element)))) return true;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return false;
}

/** Runs in the page. Returns the index of the first element that a tap would hit, or -1. */
function firstInReach(elements: readonly Element[]): number {
  return elements.findIndex((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });
}

interface Point {
  x: number;
  y: number;
}

async function centreOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${what(element)} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Returns a description of the element for the list of slow interactions, such as `link "Menu"`.
 */
function what(locator: Locator): string {
  return String(locator)
    .replaceAll(/getByRole\('(\w+)', \{ name: ([^}]+?)(?:, exact: true)? \}\)/g, '$1 $2')
    .replaceAll(/(?:getByRole|getByText|locator)\(('[^']*').*?\)/g, '$1');
}
