import type { BrowserContext, Page } from 'playwright/test';
import enOrders from '../../locales/en/orders.json' with { type: 'json' };
import esOrders from '../../locales/es/orders.json' with { type: 'json' };
import zhOrders from '../../locales/zh-CN/orders.json' with { type: 'json' };
import enRadar from '../../locales/en/radar.json' with { type: 'json' };
import esRadar from '../../locales/es/radar.json' with { type: 'json' };
import zhRadar from '../../locales/zh-CN/radar.json' with { type: 'json' };
import { choose } from '../screens/chooseLanguage.ts';
import { languages, setRootFontSize } from '../screens/screenChecks.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards, type Rider } from '../support/rider.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { expectInFirstView, press } from '../support/steps.ts';

test.describe.configure({ timeout: 120_000 });

/** Ends the power cut of the cabinet, or puts chargers into the same slots as before, even if the test failed. */
let restore: (() => Promise<void>) | null = null;
test.afterEach(async () => {
  const change = restore;
  restore = null;
  await change?.();
});

const radar = (page: Page) => page.getByRole('region', { name: 'Nearest free slot' });

type Station = Awaited<ReturnType<Rider['station']>>;

/**
 * Returns a station that never closes and has a free slot, so that the test passes at any time of day. Of all such
 * stations, it is the farthest from its nearest neighbour.
 */
async function loneStation(sandbox: Sandbox, rider: Rider, except: string): Promise<Station> {
  const cabinets = await sandbox.cabinets();
  const stations = await Promise.all(cabinets.map(({ id }) => rider.station(id)));
  const apart = (a: Station, b: Station) => Math.hypot(a.lat - b.lat, (a.lng - b.lng) * 0.75);
  const room = (station: Station) =>
    Math.min(...stations.map((other) => (other.id === station.id ? 1 : apart(station, other))));
  const [found] = stations
    .filter(
      ({ id, freeSlots, hours }) =>
        id !== except && freeSlots > 0 && hours.every((day) => day === '00:00-24:00'),
    )
    .toSorted((a, b) => room(b) - room(a));
  if (!found) throw new Error('no station is always open');
  return found;
}

/** Puts the device about 55 metres south of a station, and lets the app read its position. */
async function standSouthOf(context: BrowserContext, { lat, lng }: Station): Promise<void> {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: lat - 0.0005, longitude: lng });
}

test('the radar shows the way to the nearest free slot, and to another station when that station accepts no more chargers @slow', async ({
  page,
  context,
  rider,
  sandbox,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  const hotel = await loneStation(sandbox, rider, cabinet.id);
  await standSouthOf(context, hotel);
  await page.goto('/home');
  await expect(radar(page).getByRole('link', { name: hotel.name, exact: true })).toBeVisible();
  await expect(radar(page)).toContainText(/[56]0 m north · 1 min walk/);
  // If the next price step is on the next day, the time includes the date.
  await expect(radar(page)).toContainText(/Back by .*\d:\d\d\s[AP]M: you save \$1\.00\./);
  await expect(
    radar(page).getByRole('link', { name: `Directions to ${hotel.name}` }),
  ).toBeVisible();
  // The list below does not repeat the station.
  await expect(page.getByRole('main').getByText(hotel.name, { exact: true })).toHaveCount(1);

  // The distance changes when the rider moves.
  await context.setGeolocation({ latitude: hotel.lat, longitude: hotel.lng + 0.0006 });
  await expect(radar(page)).toContainText(/[456]0 m west · 1 min walk/);

  restore = () => sandbox.knobs(hotel.id, { powerCut: false });
  await sandbox.knobs(hotel.id, { powerCut: true });
  const gone = `${hotel.name} takes no charger any more.`;
  await Promise.all([
    page
      .getByRole('status')
      .getByText(new RegExp(`^${gone} Nearest free slot: .+, \\d+ min walk\\.$`))
      .waitFor({ state: 'attached', timeout: 60_000 }),
    expect(radar(page)).toContainText(gone, { timeout: 60_000 }),
  ]);
  await expect(radar(page).getByRole('link', { name: hotel.name, exact: true })).toBeHidden();
});

test('the radar leads to another station when the last free slot of its station is filled @slow', async ({
  page,
  context,
  rider,
  sandbox,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  const hotel = await loneStation(sandbox, rider, cabinet.id);
  await standSouthOf(context, hotel);
  await page.goto('/home');
  const link = radar(page).getByRole('link', { name: hotel.name, exact: true });
  await expect(link).toBeVisible();

  const { slots } = await sandbox.cabinet(hotel.id);
  const stock = slots.flatMap(({ slot, charger }) => (charger === null ? [] : [slot]));
  restore = () => sandbox.knobs(hotel.id, { stock });
  await sandbox.knobs(hotel.id, { stock: 'full' });
  await expect(radar(page)).toContainText(`${hotel.name} takes no charger any more.`, {
    timeout: 60_000,
  });
  await expect(link).toBeHidden();
  await expect(radar(page)).toContainText(/\d+ min walk/);
});

const texts = {
  en: { orders: enOrders, radar: enRadar },
  es: { orders: esOrders, radar: esRadar },
  'zh-CN': { orders: zhOrders, radar: zhRadar },
};

for (const language of languages) {
  const variant = language === 'en' ? '' : ` (${language}) @all`;
  test(`the first view of a running rental has its time, its cost and the way to the nearest free slot${variant} @slow`, async ({
    page,
    context,
    rider,
    sandbox,
    cabinet,
  }) => {
    await rider.addCard(cards.pays);
    await rider.rent(cabinet.id, 'charging');
    await sandbox.advance(35 * 60);
    const hotel = await loneStation(sandbox, rider, cabinet.id);
    await standSouthOf(context, hotel);
    await choose(page, language);
    const { orders, radar: words } = texts[language];
    const way = page.getByRole('region', { name: words.heading });
    const first = [
      page.getByRole('timer'),
      page.getByText(orders.home.soFar, { exact: true }),
      way.getByRole('link', { name: hotel.name, exact: true }),
    ];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/home');
      for (const size of [
        { width: 360, height: 640 },
        { width: 844, height: 390 },
      ]) {
        await page.setViewportSize(size);
        for (const part of first) await expectInFirstView(part);
        await expectInFirstView(way.getByText(/1 min|1\s分钟/));
        await expectInFirstView(way.getByText(/\d:\d\d\s[AP]M.*\$1\.00/));
        expect(await page.evaluate(() => scrollY)).toBe(0);
      }
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await setRootFontSize(page, '200%');
    for (const part of first) await expectInFirstView(part);
  });
}

test('without a position, the radar is hidden, and the app asks for the position only after a tap @all', async ({
  page,
  context,
  rider,
  cabinet,
}) => {
  await context.addInitScript(() => {
    const ask = Geolocation.prototype.getCurrentPosition;
    Object.assign(window, { asked: 0 });
    Geolocation.prototype.getCurrentPosition = function (...given) {
      Object.assign(window, { asked: 1 });
      ask.apply(this, given);
    };
  });
  await rider.addCard(cards.pays);
  await rider.rent(cabinet.id, 'charging');
  await page.goto('/home');
  const ask = page.getByRole('button', { name: 'Use my location' });
  await expect(ask).toBeVisible();
  await expect(radar(page)).toBeHidden();
  expect(await page.evaluate('window.asked')).toBe(0);
  // The browser refuses the permission. The page explains this, and still lists the stations.
  await ask.click();
  await expect.poll(() => page.evaluate('window.asked')).toBe(1);
  await expect(
    page.getByText(/^Your browser doesn't have access to your Geographic/).first(),
  ).toBeVisible();
  await expect(page.getByRole('main').locator('.st-row').first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('in a browser that asks for a permission, the arrow turns with the phone only after a tap @all', async ({
    page,
    context,
    rider,
    sandbox,
    cabinet,
  }) => {
    await context.addInitScript(() => {
      Object.assign(window, { compassAsked: 0 });
      Object.assign(DeviceOrientationEvent, {
        requestPermission: async () => {
          Object.assign(window, { compassAsked: 1 });
          return 'granted';
        },
      });
    });
    await rider.addCard(cards.pays);
    await rider.rent(cabinet.id, 'charging');
    const hotel = await loneStation(sandbox, rider, cabinet.id);
    await standSouthOf(context, hotel);
    await page.goto('/home');
    const arrow = radar(page).locator('svg path[transform]').first();
    await expect(arrow).toHaveAttribute('transform', /^rotate\((0|[1-9]|35\d|360) /);
    expect(await page.evaluate('window.compassAsked')).toBe(0);
    const turn = radar(page).getByRole('button', { name: 'Turn the arrow with the phone' });
    await press(turn, radar(page));
    await expect(turn).toBeHidden();
    // The phone points to the east, so the station in the north is on the left.
    await page.evaluate(() => {
      const event = Object.assign(new DeviceOrientationEvent('deviceorientation'), {
        webkitCompassHeading: 90,
      });
      dispatchEvent(event);
    });
    await expect(arrow).toHaveAttribute('transform', /^rotate\((-[89]\d|2[67]\d) /);
  });
});
