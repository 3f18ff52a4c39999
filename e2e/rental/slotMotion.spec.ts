import type { Page } from 'playwright/test';
import { hasApplePay, payInTwoTaps, payWithApplePay } from '../support/applePay.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { fillCard, payAndTake } from '../support/steps.ts';

declare global {
  interface Window {
    /**
     * The pages before and after each view transition. `(none)` follows a page that does not show
     * the slot.
     */
    moves?: string[];
  }
}

/** Records the pages between which the slot moves. */
async function recordMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moves = [];
    const place = () =>
      document.querySelector('[data-travels]') ? location.pathname : `${location.pathname} (none)`;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const from = place();
      const transition = start(change);
      void transition.updateCallbackDone.then(() => window.moves?.push(`${from} → ${place()}`));
      return transition;
    };
  });
}

const moves = (page: Page) => page.evaluate(() => window.moves ?? []);

test('the slot moves from the button to its number, to the running rental, and to the message about the return @slow', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await recordMoves(page);
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await payAndTake(page);
  await expect
    .poll(() => moves(page))
    .toEqual([
      '/payment/unlockChanger → /home/rent/preparing',
      '/home/rent/preparing → /home/rent/success',
    ]);
  await page.getByRole('link', { name: 'Got it' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await expect
    .poll(async () => (await moves(page)).at(-1))
    .toMatch(/^\/home\/rent\/success → \/home/);
  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
  await expect.poll(async () => (await moves(page)).at(-1)).toBe('/home → /home');
});

for (const { way, tag } of [
  { way: 'a wallet', tag: '@slow' },
  { way: 'a card', tag: '@all' },
] as const) {
  test(`the slot of a guest who pays with ${way} moves from the button to its number ${tag}`, async ({
    page,
    cabinet,
  }) => {
    const isByCard = way === 'a card';
    if (!isByCard) await hasApplePay(page);
    await recordMoves(page);
    await page.goto(`/home?equip_id=${cabinet.id}`);
    if (isByCard) {
      await page.getByRole('link', { name: 'Pay $1.00 by card' }).click();
      await fillCard(page, cards.pays);
      await page.getByRole('button', { name: 'Pay $1.00 and unlock' }).click();
      await expect(page).toHaveTitle('Take your charger');
    } else {
      // Before the payment, the button must not be part of the motion between the list and the sheet, because an
      // element of a motion ignores taps.
      await expect(payWithApplePay(page)).toBeVisible();
      await expect(page.locator('[data-travels]')).toHaveCount(0);
      await payInTwoTaps(page);
    }
    await expect
      .poll(() => moves(page))
      .toEqual([
        `${isByCard ? '/payment/unlockChanger/addNewCard' : '/home'} → /home/rent/preparing`,
        '/home/rent/preparing → /home/rent/success',
      ]);
  });
}

test('without View Transitions, the rental has the same steps @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  await rider.addCard(cards.pays);
  await page.goto(`/payment/unlockChanger?equip_id=${cabinet.id}`);
  await payAndTake(page);
  await page.getByRole('link', { name: 'Got it' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await sandbox.bringBack(cabinet, otherCabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
});

test('while the slot moves to the message about the return, a tap reaches the page @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  await expect(page.getByRole('timer')).toBeVisible();
  // A motion of a minute leaves time for the tap, also on a slow machine.
  await page.evaluate(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync('::view-transition-group(*) { animation-duration: 60s !important }');
    document.adoptedStyleSheets.push(slow);
  });
  await sandbox.bringBack(cabinet, otherCabinet);
  const moving = () =>
    document
      .getAnimations()
      .some(
        ({ effect }) =>
          effect instanceof KeyframeEffect &&
          effect.pseudoElement === '::view-transition-group(slot)',
      );
  await expect.poll(() => page.evaluate(moving)).toBe(true);
  const receipt = page.getByRole('link', { name: 'View receipt' });
  await receipt.scrollIntoViewIfNeeded();
  const box = (await receipt.boundingBox()) ?? { x: NaN, y: NaN, width: 0, height: 0 };
  // Do not use `receipt.click()`, because it would wait until a tap reaches the link directly.
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(page).toHaveTitle('Order receipt');
});

test('with reduced motion, the slot only fades @all', async ({ page, rider, cabinet }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await rider.addCard(cards.pays);
  const order = await rider.rent(cabinet.id, 'charging');
  await page.goto(`/home/rent/success?orderId=${order.id}`);
  const animations = page.evaluate(
    () =>
      new Promise<{ name: string; properties: string[]; longest: number }[]>((resolve) => {
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (change) => {
          const transition = start(change);
          void transition.ready.then(() =>
            resolve(
              document.getAnimations().flatMap(({ effect }) => {
                if (!(effect instanceof KeyframeEffect) || !effect.pseudoElement) return [];
                const properties = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
                const longest = Number(effect.getComputedTiming().endTime);
                return { name: effect.pseudoElement, properties, longest };
              }),
            ),
          );
          return transition;
        };
      }),
  );
  await page.getByRole('link', { name: 'Got it' }).click();
  for (const { properties, longest } of await animations) {
    expect(longest).toBeLessThanOrEqual(100);
    expect(properties).not.toContain('transform');
  }
});
