import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
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
  await rider.addCard(cards.declined);
  await rider.redeem(await sandbox.makeCoupon({ kind: 'amountOff', amount: 50 }));
  // Spanish has the longest words.
  await choose(page, 'es');
  const station = `?equip_id=${cabinet.id}`;
  const screens: [path: ScreenPath, query?: string][] = [
    ['/home'],
    ['/home', station],
    ['/payment/unlockChanger', station],
    ['/payment'],
    ['/coupon'],
    ['/history'],
    ['/menu'],
    ['/profile'],
    ['/profile/yourInfo'],
    ['/setting'],
    ['/setting/notifications'],
    ['/setting/devices'],
    ['/notification'],
    ['/search'],
    ['/share'],
    ['/getFree'],
    ['/help'],
  ];
  for (const [path, query = ''] of screens) {
    await test.step(path + query, async () => {
      await page.goto(path + query);
      await expect(page).toHaveTitle(titles[path][2]);
      await expect(
        page.locator('main, main *').and(page.locator('[aria-busy="true"]')),
      ).toHaveCount(0);
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        '32px',
      );
      await expectRoomForTexts(page, path);
    });
  }
});
