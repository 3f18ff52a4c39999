import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import type { Cabinet, Sandbox } from '../support/sandbox.ts';
import { percentile } from './interactions.ts';
import { SimulatedUser } from './simulatedUser.ts';

/**
 * The goals for a person who has never used the app: the seconds from the QR code to the charger. docs/measuring.md
 * explains these goals.
 */
const goals = { card: 60, wallet: 15 };
const slowdown = 4;
const runs = 3;

/** The times that a person needs for the activities between the taps, in milliseconds. */
const person = {
  readsPrice: 3000,
  readsForm: 2000,
  findsCard: 5000,
  /** Copies one digit from the card. */
  copiesDigit: 350,
  movesToNextField: 700,
  /**
   * Unlocks the payment sheet of a wallet by looking at the phone, or by touching a button of the
   * phone.
   */
  unlocksWallet: 2000,
};

const seconds: Record<keyof typeof goals, number[]> = { card: [], wallet: [] };

test.use({ viewport: { width: 360, height: 640 } });

/** Measures a journey until the page shows the number of the slot. */
async function measure(
  { page, sandbox, cabinet }: { page: Page; sandbox: Sandbox; cabinet: Cabinet },
  kind: keyof typeof goals,
  journey: (person: SimulatedUser) => Promise<void>,
): Promise<void> {
  const user = await SimulatedUser.on(page, slowdown);
  const begun = performance.now();
  await journey(user);
  await expect(page).toHaveTitle('Take your charger', { timeout: 60_000 });
  await expect(page.getByText(/^Success\. Take the charger from slot \d+/)).toBeAttached();
  seconds[kind].push((performance.now() - begun) / 1000);
  // Return the charger, because the next run pays with the same card, and guests can have only one
  // open rental per card.
  await page.getByRole('link', { name: 'Got it' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await sandbox.bringBack(cabinet, cabinet);
  await expect(page.getByText('You have returned the charger').first()).toBeVisible();
}

for (let run = 1; run <= runs; run++) {
  test(`a first use with a card, run ${run}`, async ({ page, sandbox, cabinet }) => {
    await measure({ page, sandbox, cabinet }, 'card', async (user) => {
      const byCard = page.getByRole('link', { name: 'Pay $1.00 by card' });
      const pay = page.getByRole('button', { name: 'Pay $1.00 and unlock' });
      const form = page.frameLocator('iframe');
      const fields = [
        [form.locator('[autocomplete="cc-number"]'), cards.pays],
        [form.locator('[autocomplete="cc-name"]'), 'Alex Rider'],
        [form.locator('[autocomplete="cc-exp"]'), '1230'],
        [page.getByRole('textbox', { name: 'ZIP code' }), '60601'],
      ] as const;
      await user.open(`/?equip_id=${cabinet.id}`, byCard);
      await user.read(person.readsPrice);
      await user.press(byCard, fields[0][0]);
      await user.read(person.readsForm + person.findsCard);
      for (const [field, text] of fields) {
        await user.press(field);
        await user.type(text, undefined, person.copiesDigit);
        await user.read(person.movesToNextField);
      }
      await user.press(pay);
    });
  });

  test(`a first use with a wallet, run ${run}`, async ({ page, sandbox, cabinet }) => {
    await page.addInitScript(() => {
      Object.assign(window, { ApplePaySession: () => undefined });
    });
    await measure({ page, sandbox, cabinet }, 'wallet', async (user) => {
      const pay = page.getByRole('button', { name: 'Pay $1.00 with Apple Pay' });
      const confirm = page.frameLocator('iframe').getByRole('button', { name: /^Use this/ });
      await user.open(`/?equip_id=${cabinet.id}`, pay);
      await user.read(person.readsPrice);
      await user.press(pay, confirm);
      await user.read(person.unlocksWallet);
      // Do not use `user.press`, because it would measure the response time of the payment sheet.
      // That sheet belongs to the wallet, not to the app.
      await confirm.click();
    });
  });
}

test.afterAll(() => {
  for (const kind of ['card', 'wallet'] as const) {
    const times = seconds[kind].toSorted((a, b) => a - b);
    const median = percentile(times, 50);
    const spread = `${times.at(0)?.toFixed(1)} to ${times.at(-1)?.toFixed(1)}`;
    const verdict = median <= goals[kind] ? 'ok  ' : 'OVER';
    process.stdout.write(
      `${verdict} first use with a ${kind}: median ${median.toFixed(1)} of ${goals[kind]} s (${spread}, ${times.length} runs)\n`,
    );
    expect.soft(times, kind).toHaveLength(runs);
    expect.soft(median, kind).toBeLessThanOrEqual(goals[kind]);
  }
  const file = process.env['BENCH_JSON'];
  if (file) writeFileSync(file, JSON.stringify({ goals, seconds }));
});
