import type { Page, Route } from 'playwright/test';
import { paths } from '../../contract/paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import { addCard, logInWithPhone, payFor, pressNamed, slotOnScreen } from '../support/steps.ts';
import { expectIssuerTotals } from '../support/recordChecks.ts';

// The browsers in these tests lack features, refuse storage, or return invalid data.
test.use({ installs: false });

/** Makes the browser refuse all storage and cookies, and lack many optional features. */
function refuseEverything(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
    Object.defineProperty(window, name, { get: refuse, configurable: true });
  }
  Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });
  for (const name of ['serviceWorker', 'permissions', 'locks', 'storage', 'wakeLock', 'vibrate']) {
    Reflect.deleteProperty(Navigator.prototype, name);
  }
  for (const name of ['BroadcastChannel', 'Notification', 'PushManager', 'requestIdleCallback']) {
    Reflect.deleteProperty(window, name);
  }
}

/**
 * Makes the first request for a rental fail before it reaches the server. Returns the idempotency
 * keys of all requests for rentals.
 */
async function failFirstRequest(page: Page): Promise<string[]> {
  const keys: string[] = [];
  await page.route(`**${paths.rentals}`, async (route: Route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    keys.push(request.headers()['idempotency-key'] ?? '');
    return keys.length > 1 ? route.continue() : route.abort('connectionreset');
  });
  return keys;
}

/**
 * Each entry makes one feature fail. Some browsers lack this feature, or a full device or a setting
 * can disable it.
 */
const lacks: Record<string, () => void> = {
  'a storage that is full from the start': () => {
    const full = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    Storage.prototype.setItem = full;
    IDBFactory.prototype.open = full;
    if ('Cache' in window)
      Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  },
  'storage objects that are null': () => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get: () => null, configurable: true });
    }
  },
  'no caches and no worker': () => {
    Reflect.deleteProperty(window, 'caches');
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  },
  'caches and a worker that are refused': () => {
    const refuse = () => Promise.reject(new DOMException('insecure', 'SecurityError'));
    for (const name of ['open', 'has', 'keys', 'match', 'delete'] as const) {
      Object.defineProperty(CacheStorage.prototype, name, { value: refuse });
    }
    for (const name of ['register', 'getRegistration'] as const) {
      Object.defineProperty(ServiceWorkerContainer.prototype, name, { value: refuse });
    }
  },
  'a storage that lasts for the tab alone': () => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  },
};

test.describe('a browser without storage', () => {
  // Without these options, the fixtures would write to the storage, but this browser has no
  // storage.
  test.use({ newcomer: true, promoted: true });

  test('without storage the app shows a notice, and a repeated request for a rental has the same key', async ({
    page,
    sandbox,
    phone,
    cabinet,
  }) => {
    await page.addInitScript(refuseEverything);
    await page.goto(`/home?equip_id=${cabinet.id}`);
    await page.getByRole('link', { name: 'Unlock a charger' }).click();
    await expect(page.getByText(/^This browser doesn't let us save anything\./)).toBeVisible();
    await page.getByRole('button', { name: 'Continue with phone' }).click();
    await logInWithPhone(page, sandbox, phone);
    await page.getByRole('link', { name: 'Add new card' }).click();
    await addCard(page, cards.pays);
    await expect(page.getByRole('radio', { name: /4242/ })).toBeChecked();

    const keys = await failFirstRequest(page);
    const pay = page.getByRole('button', { name: 'Pay $1.00 and unlock' });
    await expect(async () => {
      if (await pay.isVisible()) await pay.click({ timeout: 3000 });
      await expect(page).toHaveTitle('Take your charger', { timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    const slot = await slotOnScreen(page);
    const charger = cabinet.slots.find((place) => place.slot === slot)?.charger;
    expect(await sandbox.takenSince(cabinet)).toEqual([charger]);
    await page.getByRole('link', { name: 'Got it' }).click();
    await expect(page.getByText('Charging...').first()).toBeVisible();
  });

  for (const [name, lack] of Object.entries(lacks)) {
    test(`home, the menu, the settings and the languages work with ${name}`, async ({ page }) => {
      await page.addInitScript(lack);
      await page.goto('/home');
      await expect(page.getByRole('listitem').first()).toBeVisible();
      // Only the running app can open the next page without loading a document, so wait for the
      // app.
      await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeAttached();
      await page.getByRole('link', { name: 'Menu' }).click();
      await page.getByRole('link', { name: /^Settings/ }).click();
      await page.getByRole('radio', { name: 'Black' }).check();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
      await page.getByRole('link', { name: /^Language/ }).click();
      await page.getByRole('radio', { name: 'Español' }).click();
      await expect(page).toHaveTitle('Idioma');
    });
  }
});

test.describe('with a service worker', () => {
  test.use({ installs: true });

  test('a device without free storage can rent, and the finished attempt to rent does not stay stored', async ({
    page,
    sandbox,
    rider,
    cabinet,
  }) => {
    await rider.addCard(cards.pays);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Storage.overrideQuotaForOrigin', {
      origin: new URL(rider.product.url).origin,
      quotaSize: 1,
    });
    await page.goto('/home');
    await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
    });
    // Fill the storage completely.
    await page.evaluate(() => {
      for (let size = 4 * 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
        for (let index = 0; ; index += 1) {
          try {
            localStorage.setItem(`filler-${size}-${index}`, 'x'.repeat(size));
          } catch {
            break;
          }
        }
      }
    });
    const keys = await failFirstRequest(page);
    await payFor(page, cabinet.id);
    const pay = page.getByRole('button', { name: 'Pay $1.00 and unlock' });
    await expect(async () => {
      if (await pay.isVisible()) await pay.click({ timeout: 3000 });
      await expect(page).toHaveTitle('Take your charger', { timeout: 3000 });
    }).toPass({ timeout: 30_000 });
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await sandbox.takenSince(cabinet)).toHaveLength(1);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('attempts'))).toBeNull();
    const order = (await rider.currentOrder())?.number ?? '';
    await expectIssuerTotals(sandbox, { number: order }, { captured: [], refunded: 0, open: 1 });
  });
});

const keysOfStorage = {
  local: [
    'attempts',
    'serverClock',
    'runningOrder',
    'lastHome',
    'lastMap',
    'startWords',
    'keptCoupons',
    'keptReferral',
    'keptNotifications',
    'push',
    'pushAsked',
    'raffleHashes',
    'dismissedPromotions',
    'hostSent',
    'invite',
    'shopId',
    'continueToPay',
    'changeLanguage',
    'theme',
    'directionsIn',
    'keepMessages',
    'languageOffer',
    'onboardingNewUser',
    'onboardingCard',
    'persist:app',
  ],
  session: ['userDetail', 'login', 'drafts', 'hostDraft', 'bankReturn', 'socialAttempt', 'place'],
};

const farAway = { lat: 1e300, lng: -1e300, zoom: 1e9 };

/** Kinds of invalid data. Each function returns an invalid value for a storage key. */
const garbage: Record<string, (key: string) => string> = {
  'incomplete JSON': () => '{"order":{"id":"a',
  'other types': (key) =>
    key === 'persist:app'
      ? JSON.stringify({
          _persist: '{"version":3,"rehydrated":true}',
          map: '[]',
          watches: '{"kept":{}}',
          clientUser: 'null',
          api: '{}',
        })
      : '[[],{"__proto__":{"kept":1}},null]',
  'extreme numbers': (key) => {
    switch (key) {
      case 'serverClock':
        return '1e300';
      case 'lastHome':
        return JSON.stringify({
          config: { map: { center: farAway, zoom: 1e9, directionsUrl: '', base: {} } },
          tiles: [{ z: -1, x: 1e300, y: 0, at: 'now', stations: [farAway], clusters: [farAway] }],
          station: { ...farAway, tariff: {} },
        });
      case 'lastMap':
        return JSON.stringify({
          version: 2,
          language: 'en',
          theme: 'light',
          zoom: 1e9,
          x: 1e300,
          y: -1e300,
          width: -1,
          height: 1e300,
          picture: 'data:,',
          pins: [{ ...farAway, x: 1e300, y: 'left', label: '', stock: 'none', station: '../..' }],
          attribution: [{ text: '9', href: 'x' }],
        });
      case 'runningOrder':
        return JSON.stringify({
          order: { id: '', state: 'charging', now: 'x', tariff: {}, payments: [] },
          updatedAt: 1e300,
        });
      case 'persist:app':
        return JSON.stringify({
          _persist: '{"version":9,"rehydrated":true}',
          map: JSON.stringify({ view: farAway, layers: ['heat', 'lava'] }),
          watches: '{"kept":[{"id":1}]}',
        });
      case 'startWords':
        return JSON.stringify({ language: 'en', chargers_other: '{{{{' });
      default:
        return '9'.repeat(50_000);
    }
  },
};

for (const [kind, garbageFor] of Object.entries(garbage)) {
  test(`invalid data in local and session storage (${kind}) breaks no screen`, async ({
    page,
    rider,
  }) => {
    await rider.addCard(cards.pays);
    const fill = {
      local: keysOfStorage.local.map((key) => [key, garbageFor(key)] as const),
      session: keysOfStorage.session.map((key) => [key, garbageFor(key)] as const),
    };
    // Write the data again before each page, because the previous page may have repaired it.
    await page.addInitScript(({ local, session }) => {
      if (window.origin === 'null') return;
      for (const [key, value] of local) localStorage.setItem(key, value);
      for (const [key, value] of session) sessionStorage.setItem(key, value);
    }, fill);
    for (const [path, text] of [
      ['/home', 'Scan to rent'],
      ['/menu', 'User ID'],
      ['/history', 'No orders yet'],
      ['/payment', 'GoCash'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByText(text).first(), `${path} ${kind}`).toBeVisible();
      await expect(page.getByText("This page couldn't be loaded.")).toBeHidden();
      await expect(page.locator('[data-painted]')).toHaveCount(0);
    }
    expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBe(rider.sessionId);
  });
}

test('an invalid session counts as no session', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('sessionId', 'null\n{"a":"é"}'));
  await page.goto('/menu');
  await expect(page.getByText('Guest')).toBeVisible();
  // The page must not send this session, because its value is not allowed in a header.
  await page.goto('/search');
  await expect(page.getByRole('listitem').first()).toBeVisible();
});

const day = 24 * 3600_000;

test('if the clock of the device is a day slow or fast, the rental time is correct', async ({
  page,
  sandbox,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const { station } = await rider.rent(cabinet.id, 'charging');
  // Let the rental run for an hour first. With a wrong clock, the start of the rental could be in
  // the future, and the app would show zero. For a new rental, zero would also be correct, so the
  // test would not find the error.
  await sandbox.advance(3600);
  const timer = page.getByRole('timer');
  for (const shift of [-day, day]) {
    await page.clock.setSystemTime(Date.now() + shift);
    await page.goto('/home');
    await expect(page.getByText('Charging...').first()).toBeVisible();
    // The timer shows the time as digits and as words.
    await expect(timer).toHaveText(/^1:0\d:\d\d1 hour/);
    // After a reload, the first paint uses the stored difference between the clocks of the device
    // and the server.
    await page.reload();
    await expect(timer).toHaveText(/^1:0\d:\d\d1 hour/);
    await page.goto('/history');
    await expect(page.getByText(station.name).first()).toBeVisible();
    await page.goto(`/home?equip_id=${cabinet.id}`);
    await expect(page.getByRole('heading', { name: station.name })).toBeVisible();
    await expect(page.getByText(/^Updated .*(?:hour|day)/)).toBeHidden();
  }
});

test('a page that does not load shows a message, and shows an error after two minutes', async ({
  page,
}) => {
  await page.route(/\/legal-[^/]+\.js$/, () => new Promise(() => {}));
  await page.goto('/setting');
  const legal = page.getByRole('link', { name: /^Legal/ });
  await expect(legal).toBeVisible();
  await page.clock.install();
  await legal.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Legal' })).toBeVisible();
  await page.clock.runFor(8000);
  await expect(page.getByRole('main').getByText('Still loading…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.clock.runFor(112_000);
  await expect(page.getByText("This page couldn't be loaded.")).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
});

/**
 * Replaces a chunk by a chunk with the same exports. The components of the new chunk throw an error
 * when they are rendered.
 */
async function sabotage(route: Route): Promise<void> {
  const code = await (await route.fetch()).text();
  const names = [...(/export\{([^}]*)\}/.exec(code)?.[1] ?? '').matchAll(/(?:as )?(\w+)(?:,|$)/g)];
  expect(names.length).toBeGreaterThan(0);
  // Each export is a component. If several modules share the file, an export can also be the
  // namespace of a module.
  const body = `const fail=()=>{throw new Error('broken on purpose')};
    const broken=new Proxy(fail,{get:(_,name)=>name==='then'?undefined:fail});
    export{${names.map(([, name]) => `broken as ${name}`).join(',')}}`;
  await route.fulfill({ contentType: 'text/javascript', body });
}

test('an error in a notice of home breaks nothing else, and an error in a page breaks only that page', async ({
  page,
}) => {
  await page.route(/\/(?:asides|account)-[^/]+\.js$/, sabotage);
  const broken = page.waitForEvent('console', (message) => message.text().includes('on purpose'));
  await page.goto('/home');
  await broken;
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'Menu' }).click();
  await expect(page.getByRole('alert')).toHaveText("This page couldn't be loaded.");
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
});

test('if the app does not start, the page is not blank', async ({ context, product }) => {
  // The errors of this page are expected, so use a page that no fixture watches.
  const page = await context.newPage();
  await page.clock.install();
  await page.route(/\/assets\/start-[^/]+\.js$/, (route) => route.abort());
  await page.goto(`${product.url}/setting`);
  await page.clock.runFor(9000);
  await expect(page.getByText('Still loading…')).toBeVisible();
  // The app retries the start several times. Before each attempt, it waits for the failure of the
  // previous attempt.
  await expect(async () => {
    await page.clock.runFor(3000);
    await expect(page.getByRole('alert')).toHaveText("This page couldn't be loaded.", {
      timeout: 200,
    });
  }).toPass({ intervals: [0] });
  // The error of a failed start appears after the last attempt. The time limit of two minutes
  // applies only to a slow start.
  expect(await page.evaluate(() => performance.now())).toBeLessThan(60_000);
  await page.unroute(/\/assets\/start-[^/]+\.js$/);
  await pressNamed(page, 'Reload');
  await page.clock.runFor(2000);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('two tabs show the same rider, language, theme, rental and wallet', async ({
  page,
  context,
  rider,
  cabinet,
}) => {
  await rider.addCard(cards.pays);
  const other = await context.newPage();
  await page.goto('/payment');
  await expect(page.getByText('$0.00').first()).toBeVisible();
  await other.goto('/setting');
  await other.getByRole('radio', { name: 'Black' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'black');
  await other.getByRole('link', { name: /^Language/ }).click();
  await other.getByRole('radio', { name: 'Español' }).click();
  await expect(page).toHaveTitle('Pago');
  await other.getByRole('radio', { name: 'English' }).click();
  await expect(page).toHaveTitle('Payment');

  await rider.topUp();
  // Simulate the return of the user to the tab.
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
  );
  await expect(page.getByText('$20.00').first()).toBeVisible();

  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
  await payFor(other, cabinet.id);
  await expect(other).toHaveTitle('Take your charger');
  await expect(page.getByRole('timer', { name: 'Elapsed time' })).toBeVisible();

  await other.goto('/setting');
  await pressNamed(other, 'Log out');
  await other.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByText('You are logged out.').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scan to rent' })).toBeVisible();
  await expect(page.getByRole('timer', { name: 'Elapsed time' })).toBeHidden();
});
