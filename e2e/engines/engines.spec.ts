import { access } from 'node:fs/promises';
import { findChromium } from '../../scripts/test/browser.ts';
import { launchOptions } from '../support/chromium.ts';
import { expect, test } from '../support/fixtures.ts';
import { cards } from '../support/rider.ts';
import type { Engine } from './engine.ts';
import { Person } from './person.ts';
import { PuppeteerEngine } from './puppeteerEngine.ts';
import { WebKit } from './webkit.ts';

interface EngineUnderTest {
  name: string;
  /** The programs that must be installed for this browser. */
  needs: string;
  /** Returns the path of the browser, or null if it is not installed. */
  find(): Promise<string | null>;
  start(path: string): Promise<Engine>;
}

const firefox = '/usr/bin/firefox-esr';

const engines: EngineUnderTest[] = [
  {
    name: 'Chromium',
    needs: 'chromium',
    find: async () => findChromium(),
    start: (path) => PuppeteerEngine.start('chrome', path, launchOptions.args),
  },
  {
    name: 'Firefox',
    needs: 'firefox-esr',
    find: () =>
      access(firefox).then(
        () => firefox,
        () => null,
      ),
    start: (path) => PuppeteerEngine.start('firefox', path),
  },
  {
    name: 'WebKitGTK',
    needs: 'webkit2gtk-driver and xvfb',
    find: () => WebKit.find(),
    start: (path) => WebKit.start(path),
  },
];

for (const { name, needs, find, start } of engines) {
  test(`in ${name}, a guest rents through a deep link, returns the charger, reads the receipt, changes the settings, goes offline and logs out`, async ({
    product,
    sandbox,
    phone,
    cabinet,
    otherCabinet,
  }) => {
    test.setTimeout(300_000);
    const path = await find();
    test.skip(path === null, `needs ${needs}`);
    const engine = await start(path ?? '');
    const person = new Person(engine, product.url);
    try {
      await test.step('no tip and no promotion', async () => {
        await person.open('/legal');
        await engine.evaluate(
          `localStorage.setItem('onboardingNewUser', '2'); sessionStorage.setItem('promotionShown', '1');`,
        );
      });
      await test.step('rent', async () => {
        await person.open(`/home?equip_id=${cabinet.id}`);
        await person.sees(/\$1\.00 per started hour/);
        await person.pressTo('link', 'Log in to unlock a charger', 'Log in');
        await person.press('button', 'Continue with phone');
        await person.type('Phone number', phone.replace('+1', ''));
        await person.press('button', 'Send code');
        await person.seesTitle('Enter the code');
        await person.type('Verification code', await sandbox.code(phone));
        await engine.evaluate(submitIfCodeStays);
        await person.seesTitle('Unlock changer');
        await person.pressTo('link', 'Add new card', 'Add new Card');
        await person.typeInFrame({
          '[autocomplete="cc-number"]': cards.pays,
          '[autocomplete="cc-name"]': 'Alex Rider',
          '[autocomplete="cc-exp"]': '1230',
        });
        await person.type('ZIP code', '60601');
        await person.press('button', 'Add card');
        await person.press('button', 'Pay $1.00 and unlock');
        await person.sees(/Take the charger/);
        expect(await sandbox.takenSince(cabinet)).toHaveLength(1);
        await person.press('link', 'Got it');
        await person.sees(/Charging\.\.\./);
      });
      await test.step('return and receipt', async () => {
        await sandbox.bringBack(cabinet, otherCabinet);
        await person.sees(/You have returned the charger/);
        await person.pressTo('link', 'View receipt', 'Order receipt');
        await person.sees(/\$\s*2\s*\.\s*00/);
        await person.open('/history');
        await person.sees(/R-[0-9A-Z]{4}-[0-9A-Z]{4}|\$2\.00/);
      });
      await test.step('language and theme', async () => {
        await person.open('/setting/changeLanguage');
        await person.press('option', '简体中文');
        await person.seesTitle('语言');
        await person.press('option', 'English');
        await person.seesTitle('Language');
        await person.open('/setting');
        await person.press('option', 'Black');
        const theme = () => engine.evaluate('return document.documentElement.dataset.theme');
        await expect.poll(theme).toBe('black');
      });
      await test.step('offline', async () => {
        await person.open('/home');
        await person.sees(/\d free slots?/);
        if (!(await hasWorker(engine))) {
          expect(name, 'only WebKitGTK may lack service workers').toBe('WebKitGTK');
          test.info().annotations.push({ type: 'missing', description: 'service worker' });
          return;
        }
        await product.stop();
        await person.open('/home');
        await person.sees(/You're offline/);
        await person.sees(/\d free slots?/);
        await product.start();
      });
      await test.step('log out', async () => {
        await person.open('/setting');
        await person.press('button', 'Log out');
        await person.sees(/Log out\?/);
        await person.press('button', 'Log out');
        const session = () => engine.evaluate(`return localStorage.getItem('sessionId')`);
        await expect.poll(session).toBeNull();
      });
    } finally {
      await engine.close();
    }
  });
}

/**
 * Submits the code if the app has not done so. The app submits a pasted or filled-in code at once, but submits a typed
 * code only when the button is pressed.
 */
const submitIfCodeStays = `
  document.querySelector('input[autocomplete="one-time-code"]')?.form?.requestSubmit();`;

/** Waits until the service worker is active. Returns false if the browser has no service workers. */
async function hasWorker(engine: Engine): Promise<boolean> {
  if (!(await engine.evaluate(`return 'serviceWorker' in navigator`))) return false;
  await engine.evaluate(
    `void navigator.serviceWorker.ready.then(() => { document.documentElement.dataset.worker = 'ready'; });`,
  );
  const state = () => engine.evaluate('return document.documentElement.dataset.worker');
  await expect.poll(state, { timeout: 60_000 }).toBe('ready');
  return true;
}
