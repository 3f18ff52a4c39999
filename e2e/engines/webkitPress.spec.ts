import { z } from 'zod';
import { expect, test } from '../support/fixtures.ts';
import { Rider } from '../support/rider.ts';
import { WebKit } from './webkit.ts';

const Heights = z.tuple([z.number(), z.number()]);

test('in WebKit, "Log out" responds to the first press, and the page keeps its height', async ({
  product,
  sandbox,
  phone,
}) => {
  const browser = await WebKit.find();
  test.skip(browser === null, 'needs webkit2gtk-driver and xvfb');
  const rider = await Rider.signUp(product, sandbox, phone);
  const webkit = await WebKit.start(browser ?? '');
  try {
    await webkit.goto(`${product.url}/legal`);
    await webkit.evaluate(
      `localStorage.setItem('sessionId', arguments[0]);
       localStorage.setItem('onboardingNewUser', '2');
       sessionStorage.setItem('promotionShown', '1');`,
      rider.sessionId,
    );
    await webkit.goto(`${product.url}/menu`);
    // Open the page with a link of the app, because WebKit had a wrong height only after such a navigation.
    const open = `const link = document.querySelector('a[href="/setting"]'); link?.click(); return !!link;`;
    await expect.poll(() => webkit.evaluate(open), { timeout: 30_000 }).toBe(true);
    const isReady = () =>
      webkit.evaluate(
        `const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === 'Log out');
         if (!button) return false;
         button.dataset.pressed = 'first';
         button.scrollIntoView({ block: 'center' });
         window.heights = [];
         const measure = () => window.heights.push(document.documentElement.scrollHeight);
         for (const type of ['pointerdown', 'pointerup']) addEventListener(type, measure, true);
         return true;`,
      );
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true);
    await webkit.press('button[data-pressed]');
    const dialog = `return document.querySelector('[role="alertdialog"]')?.innerText ?? ''`;
    await expect.poll(() => webkit.evaluate(dialog), { timeout: 10_000 }).toContain('Log out?');
    const [before, after] = Heights.parse(await webkit.evaluate('return window.heights'));
    expect(after).toBe(before);
  } finally {
    await webkit.close();
  }
});
