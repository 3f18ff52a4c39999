import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { atRest, expectMapTakenOver } from './checkAppearances.ts';
import { choose } from './chooseLanguage.ts';
import { expectRoomForTexts } from './screenChecks.ts';
import { type ScreenPath, titles } from './screenPaths.ts';
import { returned } from './screens.ts';

// In the settings of the browser, the rider has made the text twice as large. Then media queries in `em` also change.
test.use({
  ownBrowser: {
    ...launchOptions,
    args: [...launchOptions.args, '--blink-settings=defaultFontSize=32'],
  },
  viewport: { width: 360, height: 640 },
});

test('all texts have room if the browser has a font of twice the usual size @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  test.setTimeout(180_000);
  await returned({ rider, sandbox, cabinet, otherCabinet });
  // Add a second card, so that the pages with payment methods show a choice.
  await rider.addCard(cards.declined);
  await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 50 }));
  // Spanish has the longest words.
  await choose(page, 'es');
  const station = `?equip_id=${cabinet.id}`;
  // Each path has an element that shows that the page has replaced its placeholder.
  const screens: [path: ScreenPath, content: string, query?: string][] = [
    ['/home', '.st-row'],
    ['/home', '.st-facts', station],
    ['/payment/unlockChanger', 'input[type="radio"]', station],
    ['/payment', 'a[href^="/payment/paymentMethodActions"]'],
    ['/coupon', 'h3'],
    ['/history', 'a[href*="/history/detail"]'],
    ['/menu', 'a[href="/profile"]'],
    ['/profile', 'a[href="/profile/yourInfo"]'],
    ['/profile/yourInfo', 'a[href*="/profile/yourInfo/"]'],
    ['/setting', 'a[href="/setting/changeLanguage"]'],
    ['/setting/notifications', 'input[role="switch"]'],
    ['/setting/devices', 'li'],
    ['/notification', 'a[href*="/notification/detail"]'],
    ['/search', '.st-row'],
    ['/share', 'input'],
    ['/getFree', 'bdi'],
    ['/help', 'summary'],
  ];
  const check = async (path: ScreenPath, content: string, query = '') => {
    await test.step(path + query, async () => {
      await page.goto(path + query);
      await expect(page).toHaveTitle(titles[path][2]);
      await expect(page.locator('main').locator(content).first()).toBeAttached();
      await expect(page.locator('main').locator('[aria-busy="true"]')).toHaveCount(0);
      await expectMapTakenOver(page);
      await atRest(page);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        '32px',
      );
      await expectRoomForTexts(page, path + query);
    });
  };
  // Home shows the finished rental until the rider confirms it, and then the stations.
  await check('/home', 'dl');
  await page.getByRole('button', { name: 'Listo' }).click();
  await expect(page.locator('main').locator('.st-row').first()).toBeVisible();
  for (const screen of screens) await check(...screen);
});
