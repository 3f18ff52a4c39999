import { chromium, type Page } from 'playwright/test';
import { PNG } from 'pngjs';
import { z } from 'zod';
import { fillPath, paths } from '../../contract/paths.ts';
import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { payFor } from '../support/steps.ts';

test.use({ installs: true });

const Icon = z.object({ src: z.string(), sizes: z.string(), type: z.string() });
const Manifest = z.object({
  id: z.string(),
  name: z.string(),
  lang: z.string(),
  start_url: z.string(),
  icons: z.array(Icon.extend({ purpose: z.string() })),
  screenshots: z.array(Icon.extend({ form_factor: z.string(), label: z.string() })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string(), icons: z.array(Icon) })),
});

/**
 * Opens a page in a new browser profile, because a browser does not install apps in the private
 * windows that tests normally use.
 */
async function visitTo(
  url: string,
  locale: string,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await chromium.launchPersistentContext('', {
    ...launchOptions,
    locale,
    baseURL: url,
  });
  try {
    const page = await context.newPage();
    await page.goto('/home');
    await look(page);
  } finally {
    await context.close();
  }
}

/** Asks the browser whether it can install the page as an app. */
async function askBrowser(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  const { data, errors, url } = await browser.send('Page.getAppManifest');
  await browser.detach();
  return { installabilityErrors, errors, url, manifest: Manifest.parse(JSON.parse(data ?? '')) };
}

async function expectPicture(page: Page, { src, sizes, type }: z.infer<typeof Icon>) {
  const response = await page.request.get(src);
  expect(response.status(), src).toBe(200);
  expect(response.headers()['content-type'], src).toContain(type);
  if (type !== 'image/png') return;
  const { width, height } = PNG.sync.read(await response.body());
  expect(`${width}x${height}`, src).toBe(sizes);
}

test('the app is installable, and its images and shortcuts exist @slow', async ({
  page,
  product,
}) => {
  await visitTo(product.url, 'en-US', async (visit) => {
    const { installabilityErrors, errors, manifest } = await askBrowser(visit);
    expect(installabilityErrors).toEqual([]);
    expect(errors).toEqual([]);
    expect(manifest).toMatchObject({ id: '/', start_url: '/home', lang: 'en' });
  });
  await visitTo(product.url, 'es-MX', async (visit) => {
    const { installabilityErrors, errors, manifest } = await askBrowser(visit);
    expect(installabilityErrors).toEqual([]);
    expect(errors).toEqual([]);
    expect(manifest).toMatchObject({ id: '/', lang: 'es', name: 'Alquiler de cargadores' });
  });

  await page.goto('/home');
  const { icons, screenshots, shortcuts } = (await askBrowser(page)).manifest;
  expect(icons.map(({ purpose }) => purpose)).toEqual(
    expect.arrayContaining(['any', 'maskable', 'monochrome']),
  );
  expect(new Set(screenshots.map((shot) => shot.form_factor))).toEqual(new Set(['narrow', 'wide']));
  for (const picture of [...icons, ...screenshots, ...shortcuts.flatMap((each) => each.icons)]) {
    await expectPicture(page, picture);
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  await expectPicture(page, { src: touch ?? '', sizes: '180x180', type: 'image/png' });
  expect((await page.request.get('/favicon.ico')).status()).toBe(200);

  // A guest must log in to see GoCash, so the last shortcut leads to the login.
  const titles = ['Scan', 'Search nearby stations', 'Home', 'Log in'];
  expect(shortcuts).toHaveLength(titles.length);
  for (const [index, { url }] of shortcuts.entries()) {
    await page.goto(url);
    await expect(page).toHaveTitle(titles[index] ?? '');
  }
});

test('the app is installed in the language that the user chose @all', async ({ page }) => {
  await page.goto('/setting/changeLanguage');
  await page.getByRole('radio', { name: '简体中文' }).click();
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute(
    'href',
    '/manifest.zh-CN.webmanifest',
  );
  expect((await askBrowser(page)).manifest).toMatchObject({ id: '/', name: '充电宝租借' });
});

test('the app stores an early install prompt of the browser until the user wants to install @slow', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const prompt = async () => {
      document.documentElement.dataset['asked'] = 'yes';
      return { outcome: 'accepted' };
    };
    document.addEventListener('DOMContentLoaded', () => {
      const event = new Event('beforeinstallprompt', { cancelable: true });
      window.dispatchEvent(Object.assign(event, { prompt }));
      // If the app did not cancel the event, the browser would show its prompt now.
      if (!event.defaultPrevented) throw new Error('nobody kept the question');
    });
  });
  await page.goto('/menu');
  await page.getByRole('button', { name: 'Install the app' }).click();
  await expect(page.locator('html[data-asked]')).toBeAttached();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Simulates launch events, because Chromium sends them only to installed apps. */
async function fakeLaunches(page: Page): Promise<(path: string) => Promise<void>> {
  await page.addInitScript(() => {
    let consumer: ((launch: { targetURL: string }) => void) | null = null;
    Object.defineProperty(window, 'launchQueue', {
      value: {
        setConsumer: (next: typeof consumer) => {
          consumer = next;
          document.documentElement.dataset['launches'] = 'heard';
        },
      },
    });
    window.addEventListener('play-launch', (event) => {
      if (event instanceof CustomEvent) consumer?.({ targetURL: location.origin + event.detail });
    });
  });
  return async (path) => {
    await expect(page.locator('html[data-launches="heard"]')).toBeAttached();
    await page.evaluate(
      (detail) => window.dispatchEvent(new CustomEvent('play-launch', { detail })),
      path,
    );
  };
}

test('while a charger is being prepared, a link that opens the app waits until the charger is out @all', async ({
  page,
  rider,
  sandbox,
  cabinet,
  otherCabinet,
}) => {
  const launch = await fakeLaunches(page);
  await rider.addCard(cards.pays);
  await sandbox.knobs(cabinet.id, { answerDelayMs: 12_000 });
  const link = `/home?equip_id=${otherCabinet.id}`;
  const ongoing = page.getByText('You have an on-going order').first();

  await payFor(page, cabinet.id);
  await expect(page).toHaveTitle('Preparing your charger');
  const preparing = page.url();
  const waits = page.locator('.notices').getByText(`You opened station ${otherCabinet.id}.`);
  const open = page.getByRole('button', { name: 'Open it' });
  await launch(link);
  await expect(waits).toBeVisible();
  await expect(open).toHaveCount(0);
  expect(page.url()).toBe(preparing);

  // Open the link as a browser without an installed app does.
  await page.goto(link);
  await expect(ongoing).toBeVisible();
  await expect(page.getByRole('link', { name: 'Unlock a charger' })).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveTitle('Preparing your charger');
  // The notice about the link is still there, although the browser has loaded another page and gone
  // back.
  await expect(waits).toBeVisible();

  await expect(page).toHaveTitle('Take your charger', { timeout: 20_000 });
  await open.click();
  await expect(ongoing).toBeVisible();
  await expect(waits).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get('equip_id')).toBe(otherCabinet.id);
  const { body } = await rider.call('GET', fillPath(paths.orders, {}));
  expect(z.object({ orders: z.array(z.unknown()) }).parse(body).orders).toHaveLength(1);
});

test('a link or a shared text that opens the running app leads to the station in the link or text @all', async ({
  page,
  product,
  cabinet,
  otherCabinet,
}) => {
  const launch = await fakeLaunches(page);
  await page.goto('/menu');
  await launch(`/home?equip_id=${cabinet.id}`);
  await expect(page.locator('.st-facts').getByText(cabinet.id)).toBeVisible();

  const share = (text: string) =>
    page.goto(`/home/scan?${new URLSearchParams({ sharedTitle: 'A place', sharedText: text })}`);
  await share(`Rent a charger here: ${product.url}/home?equip_id=${otherCabinet.id}.`);
  await expect(page.locator('.st-facts').getByText(otherCabinet.id)).toBeVisible();
  await share('https://evil.example/home?equip_id=NOTHERE');
  await expect(page.getByText('Enter correct station ID.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Enter station ID' })).toHaveValue(
    /^https:\/\/evil/,
  );
});
