import type { APIRequestContext, Locator, Page } from 'playwright/test';
import { fillPath, paths } from '../../contract/paths.ts';
import { Station } from '../../contract/stations.ts';
import enPayment from '../../locales/en/payment.json' with { type: 'json' };
import esPayment from '../../locales/es/payment.json' with { type: 'json' };
import zhPayment from '../../locales/zh-CN/payment.json' with { type: 'json' };
import { choose } from '../screens/chooseLanguage.ts';
import { languages, setRootFontSize } from '../screens/screenChecks.ts';
import { hasApplePay } from '../support/applePay.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { expectInFirstView } from '../support/steps.ts';

test.describe.configure({ timeout: 120_000 });

const payment = { en: enPayment, es: esPayment, 'zh-CN': zhPayment };
const smallPhone = { width: 360, height: 640 };
const usualPhone = { width: 390, height: 844 };
const landscape = { width: 844, height: 390 };

const foot = (page: Page) => page.locator('.home-foot');
const payButton = (page: Page) => page.getByRole('button', { name: /\$1\.00/ });

/**
 * Expects that the parts are visible without scrolling, and that nothing covers them. Checks this on a small phone and
 * on a phone in landscape.
 */
async function expectInBothWindows(page: Page, parts: readonly Locator[]): Promise<void> {
  for (const size of [smallPhone, landscape]) {
    await page.setViewportSize(size);
    for (const part of parts) await expectInFirstView(part);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
}

/**
 * Returns the id of a station that has chargers and never closes, so that the pages are the same at any time of day.
 */
async function openStation(sandbox: Sandbox, request: APIRequestContext): Promise<string> {
  for (const { id, online, scenario } of await sandbox.cabinets()) {
    if (!online || scenario) continue;
    const answer = await request.get(fillPath(paths.station, { id }));
    const { chargers, hours } = Station.parse(await answer.json());
    if (chargers > 0 && hours.every((day) => day === '00:00-24:00')) return id;
  }
  throw new Error('no station is always open');
}

for (const language of languages) {
  const variant = language === 'en' ? '' : ` (${language}) @all`;
  const { unlock } = payment[language];

  test(`a guest sees an example of the price and the deposit on the sheet of a station${variant} @slow`, async ({
    page,
    sandbox,
    request,
  }) => {
    const id = await openStation(sandbox, request);
    await hasApplePay(page);
    await choose(page, language);
    await page.goto(`/home?equip_id=${id}`);
    const parts = [
      foot(page).getByText('= $3.00'),
      foot(page).getByText('$20.00'),
      payButton(page),
      page.locator('.st-counts').first(),
    ];
    await expectInBothWindows(page, parts);
    await setRootFontSize(page, '200%');
    for (const size of [smallPhone, usualPhone]) {
      await page.setViewportSize(size);
      // The large text leaves no room for the counts.
      for (const part of parts.slice(0, 3)) await expectInFirstView(part);
    }
  });

  test(`a rider sees an example of the price and the deposit on the sheet of a station${variant} @slow`, async ({
    page,
    rider,
    sandbox,
    request,
  }) => {
    const id = await openStation(sandbox, request);
    await rider.addCard(cards.pays);
    await choose(page, language);
    await page.goto(`/home?equip_id=${id}`);
    const facts = page.locator('.st-facts');
    await expectInBothWindows(page, [
      facts.getByText('= $3.00'),
      facts.getByText('$20.00'),
      page.locator('.home-cta'),
    ]);
  });

  test(`before the payment, the first view has the price, the method and the button${variant} @slow`, async ({
    page,
    rider,
    sandbox,
    request,
  }) => {
    const id = await openStation(sandbox, request);
    await rider.addCard(cards.pays);
    await choose(page, language);
    await page.goto(`/payment/unlockChanger?equip_id=${id}`);
    await expectInBothWindows(page, [
      page.locator('dl').filter({ hasText: unlock.fee }).first(),
      page.locator('summary').filter({ hasText: '$21.00' }),
      page.getByRole('radio', { name: /4242/ }).locator('..'),
      page.locator('p').filter({ hasText: '4242' }),
      payButton(page),
    ]);
    await page.setViewportSize(usualPhone);
    await setRootFontSize(page, '200%');
    // The line with the payment method is above the button, so the list of methods may be below the first view.
    await expectInFirstView(page.getByText('$21.00'));
    await expectInFirstView(page.locator('p').filter({ hasText: '4242' }));
    await expectInFirstView(payButton(page));
  });

  test(`the first view of the card form of a guest has the price, the card number and the button${variant} @slow`, async ({
    page,
    sandbox,
    request,
  }) => {
    const id = await openStation(sandbox, request);
    await choose(page, language);
    await page.goto(`/payment/unlockChanger/addNewCard?equip_id=${id}&guest=1`);
    // The provider's frame is higher than the window, so look only at its first field.
    await expect(
      page.frameLocator('iframe').locator('[autocomplete="cc-number"]'),
    ).toBeInViewport();
    await expectInBothWindows(page, [
      page.locator('dl').filter({ hasText: unlock.fee }).first(),
      page.locator('summary').filter({ hasText: '$21.00' }),
      payButton(page),
    ]);
  });
}
