import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';

interface Motion {
  /**
   * The texts of the elements whose `view-transition-name` is `station`, before and after the
   * change.
   */
  shared: [from: string[], to: string[]];
  /** The pseudo-elements that move, with the properties that change. */
  moving: Record<string, readonly string[]>;
}

declare global {
  interface Window {
    motions?: Motion[];
    /** The number of view transitions whose motion never began, because another transition replaced them. */
    interruptions?: number;
  }
}

/** Records each view transition from its start until its motion is ready. */
async function recordMotions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const motions: Motion[] = [];
    window.motions = motions;
    const shared = () =>
      [...document.querySelectorAll<HTMLElement>('.st-name, .st-title')]
        .filter((element) => element.style.viewTransitionName === 'station')
        .map((element) => element.textContent);
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const from = shared();
      const transition = start(change);
      void transition.ready.then(() => {
        const animations = document.getAnimations().flatMap(({ effect }) => {
          if (!(effect instanceof KeyframeEffect) || !effect.pseudoElement) return [];
          const properties = effect
            .getKeyframes()
            .flatMap((frame) => Object.keys(frame))
            .filter((property) => !/^(offset|computedOffset|easing|composite)$/.test(property));
          return [[effect.pseudoElement, [...new Set(properties)]] as const];
        });
        motions.push({ shared: [from, shared()], moving: Object.fromEntries(animations) });
      });
      return transition;
    };
  });
}

const motions = (page: Page) => page.evaluate(() => window.motions ?? []);

/** Opens home, waits for the code of the sheet and of its motion, and returns the name of the first station. */
async function openList(page: Page): Promise<string> {
  const code = [/\/asides-[^/]*\.js$/, /\/LinkedSheet-[^/]*\.js$/];
  const loaded = Promise.all(code.map((part) => page.waitForResponse(part)));
  await page.goto('/home');
  for (const response of await loaded) await response.finished();
  // Wait until the browser is idle. It has then run the code that has arrived.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return page.locator('.st-row .st-name').first().innerText();
}

const sheet = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });

test('the name of a station moves from its row to the head of the sheet, and back @slow', async ({
  page,
}) => {
  await recordMotions(page);
  const name = await openList(page);
  await page.locator('.st-open').first().click();
  await expect(sheet(page, name)).toBeVisible();
  await expect.poll(async () => (await motions(page)).length).toBe(1);
  await page.getByRole('link', { name: 'Close station' }).click();
  await expect(page.locator('.st-row').first()).toBeVisible();
  await expect.poll(async () => (await motions(page)).length).toBe(2);
  await page.goBack();
  await expect(sheet(page, name)).toBeVisible();
  await expect.poll(async () => (await motions(page)).length).toBe(3);
  for (const { shared, moving } of await motions(page)) {
    expect(shared).toEqual([[name], [name]]);
    expect(moving['::view-transition-group(station)']).toContain('transform');
  }
  // No element keeps its `view-transition-name`, because the next motion may belong to another station.
  await expect(page.locator('[style*="view-transition-name"]')).toHaveCount(0);
});

test('with reduced motion, the name of a station only fades @all', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await recordMotions(page);
  const name = await openList(page);
  await page.locator('.st-open').first().click();
  await expect(sheet(page, name)).toBeVisible();
  await expect.poll(async () => (await motions(page)).length).toBe(1);
  const [motion] = await motions(page);
  expect(motion?.shared).toEqual([[name], [name]]);
  expect(Object.keys(motion?.moving ?? {})).toContain('::view-transition-new(station)');
  for (const properties of Object.values(motion?.moving ?? {})) {
    for (const property of properties) expect(['opacity', 'mixBlendMode']).toContain(property);
  }
});

test('if a second animation interrupts the first, the app shows the page of its address, without an error @all', async ({
  page,
}) => {
  // Delay the first motion until a second motion replaces it.
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    let replace: (() => void) | null = null;
    window.interruptions = 0;
    document.startViewTransition = (change) => {
      const isFirst = replace === null;
      replace?.();
      const replaced = new Promise<void>((resolve) => {
        replace = () => {
          window.interruptions = (window.interruptions ?? 0) + 1;
          resolve();
        };
      });
      return start(async () => {
        if (typeof change === 'function') await change();
        if (isFirst) await replaced;
      });
    };
  });
  const name = await openList(page);
  const close = page.getByRole('link', { name: 'Close station' });
  await page.locator('.st-open').first().click();
  await expect(sheet(page, name)).toBeAttached();
  // The page is frozen until the motion begins, so a real press cannot reach the link.
  await close.dispatchEvent('click');
  await expect.poll(() => page.evaluate(() => window.interruptions)).toBe(1);
  await expect(page.locator('.st-row').first()).toBeVisible();
  await expect(sheet(page, name)).toHaveCount(0);
  await page.locator('.st-open').first().click();
  await expect(sheet(page, name)).toBeVisible();
  await expect(page.locator('.st-list')).toHaveCount(0);
});

test('without View Transitions, the sheet opens and closes at once @all', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  const name = await openList(page);
  await page.locator('.st-open').first().click();
  await expect(sheet(page, name)).toBeVisible();
  await page.getByRole('link', { name: 'Close station' }).click();
  await expect(page.locator('.st-row').first()).toBeVisible();
});
