import { type CDPSession, type Locator, type Page, expect } from 'playwright/test';
import { Watcher } from './interactions.ts';

/** How long a finger rests on the glass, and a key is held. */
const restMs = 60;
/** Between two letters of somebody who types fast on a phone. */
const letterMs = 120;
/** Nobody presses the next thing before they have seen what came of the last. */
const lookMs = 400;
/** More than the window's bars are high, in pixels. */
const barsHeight = 200;

/**
 * Somebody who uses the app, while it is watched how quickly it answers. Everything goes the way of
 * real input: Playwright's own `click` and `fill` do more in the page than a finger does.
 */
export class SimulatedUser {
  readonly page: Page;
  readonly watcher: Watcher;

  /** `slowdown`: how many times slower than this machine the page's own thread is. */
  static async on(page: Page, slowdown: number): Promise<SimulatedUser> {
    const simulatedUser = new SimulatedUser(page, await Watcher.over(page));
    const session = await page.context().newCDPSession(page);
    await makeRoom(session);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return simulatedUser;
  }

  private constructor(page: Page, watcher: Watcher) {
    this.page = page;
    this.watcher = watcher;
  }

  /** Opens a page anew; what that costs is no interaction. */
  async open(path: string, there: Locator): Promise<void> {
    this.watcher.leave();
    await this.page.goto(path);
    await this.#look(there);
  }

  async press(button: Locator, outcome?: Locator): Promise<void> {
    await expect(button).toBeEnabled();
    // Something may lie upon what Playwright takes for in view: a bar, or for a moment a message.
    // What the server painted gives way to the app's own at any moment, which is then looked for anew.
    let point: Point = { x: 0, y: 0 };
    await expect(async () => {
      expect(await button.evaluate(bringOut)).toBe(true);
      point = await middleOf(button);
    }).toPass({ timeout: 10_000 });
    const { x, y } = point;
    await this.#act(`press ${what(button)}`, outcome, async () => {
      await this.page.mouse.move(x, y);
      await this.page.mouse.down();
      await this.#pass(restMs);
      await this.page.mouse.up();
    });
  }

  /** Into whatever has the focus. */
  async type(text: string, outcome?: Locator): Promise<void> {
    await this.#act(`type "${text}"`, outcome, async () => {
      for (const letter of text) {
        await this.page.keyboard.press(letter, { delay: restMs });
        await this.#pass(letterMs - restMs);
      }
    });
  }

  async key(name: string, outcome?: Locator): Promise<void> {
    await this.#act(`key ${name}`, outcome, () =>
      this.page.keyboard.press(name, { delay: restMs }),
    );
  }

  /** From a place on it, by so many pixels. */
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

  /** Scrolling is none; it is here for what comes into view. */
  async scroll(by: number, outcome?: Locator): Promise<void> {
    await this.page.mouse.wheel(0, by);
    await this.#look(outcome);
  }

  async #act(name: string, outcome: Locator | undefined, act: () => Promise<void>): Promise<void> {
    const screen = await this.page.title();
    await act();
    await this.#look(outcome);
    await this.watcher.take(screen, name);
  }

  /** The pace of a person is a part of what is measured; nothing is waited for here. */
  async #pass(milliseconds: number): Promise<void> {
    // oxlint-disable-next-line no-restricted-properties -- see above
    await this.page.waitForTimeout(milliseconds);
  }

  /** AppearanceCheck for it only then: what Playwright does in the page to find it would be in the way. */
  async #look(outcome?: Locator): Promise<void> {
    await this.#pass(lookMs);
    if (!outcome || (await outcome.first().isVisible())) return;
    await expect(outcome).toBeVisible();
    await this.#pass(lookMs);
  }
}

/**
 * The window has bars of its own above the page, which take their height from it. What lies below the
 * window's edge is never painted, and the browser waits for the next thing that is.
 */
async function makeRoom(session: CDPSession): Promise<void> {
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget');
  if (bounds.height === undefined) throw new Error('The window has no height');
  const height = bounds.height + barsHeight;
  await session.send('Browser.setWindowBounds', { windowId, bounds: { height } });
}

/** In the page: whether a finger would hit it. What is not free is brought to the middle. */
function bringOut(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const isLabelled = hit?.closest('label')?.contains(element) ?? false;
  if (isLabelled || (hit !== null && (element.contains(hit) || hit.contains(element)))) return true;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return false;
}

interface Point {
  x: number;
  y: number;
}

async function middleOf(element: Locator): Promise<Point> {
  const box = await element.boundingBox();
  if (!box) throw new Error(`${what(element)} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** `link "Menu"`, for the list of what was slow. */
function what(locator: Locator): string {
  return String(locator)
    .replaceAll(/getByRole\('(\w+)', \{ name: ([^}]+?)(?:, exact: true)? \}\)/g, '$1 $2')
    .replaceAll(/(?:getByRole|getByText|locator)\(('[^']*').*?\)/g, '$1');
}
