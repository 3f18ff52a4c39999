import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { storeInstallPrompt } from '../../features/install/install.ts';
import { onboardingKeys } from '../../lib/storage/onboarding.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { offerInstall, playBrowser } from '../../testing/install.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeOrder, makeReturned } from '../../testing/orders.ts';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 390.0.0';
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';

beforeAll(async () => {
  await startTexts();
  storeInstallPrompt();
  await import('../home/RiderHome.tsx');
});
beforeEach(() => {
  forgetVisit();
  localStorage.setItem(onboardingKeys.download, '1');
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'userAgent');
  vi.useRealTimers();
});
fakeNetwork();

// Tests without an install prompt must come first, because the app still has the stored prompt in
// later tests.

function serve(order = makeReturned()) {
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order })),
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
  );
}

const card = () => screen.findByText(/add this app to your home screen/);
const expectNoCard = () =>
  expect(screen.queryByText(/add this app to your home screen/)).toBeNull();
const home = async () => {
  serve();
  const app = await openApp('/home', 'rider');
  await screen.findByRole('heading', { level: 1, name: /returned the charger/ });
  return app;
};

test('an iPhone shows the steps with Apple’s icons @slow', async () => {
  playBrowser(safari);
  const { user } = await home();
  await card();
  await user.click(screen.getByRole('button', { name: 'Install' }));
  const sheet = await screen.findByRole('dialog', { name: 'Install the app' });
  const steps = within(sheet).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    'Tap Share. In newer versions it is behind the three dots.',
    'Choose “Add to Home Screen”.',
    'Tap “Add”.',
  ]);
  expect(steps.every((step) => step.querySelector('svg') !== null)).toBe(true);
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a browser inside another app explains how to open the link in a real browser', async () => {
  playBrowser(instagram);
  serve();
  const { user } = await openApp('/menu');
  await user.click(await screen.findByRole('button', { name: /^Install the app/ }));
  const sheet = await screen.findByRole('dialog', { name: 'Open in Safari' });
  await user.click(within(sheet).getByRole('button', { name: 'Copy the link' }));
  expect(await within(sheet).findByText('Copy success.')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/home`);
});

test('in a browser that cannot install the app, no installation is offered, and the menu names a browser that can install it', async () => {
  playBrowser(firefox);
  const { user } = await home();
  expectNoCard();
  expect(localStorage.getItem(onboardingKeys.download)).toBe('1');
  await user.click(screen.getByRole('link', { name: 'Menu' }));
  await user.click(await screen.findByRole('button', { name: /^Install the app/ }));
  expect(await screen.findByText(/Open this page in Chrome, Edge or Safari/)).toBeDefined();
});

test('the card shows the browser’s prompt once, and a refusal counts as "not now"', async () => {
  const asked = offerInstall('dismissed');
  const { user } = await home();
  await card();
  await user.click(screen.getByRole('button', { name: 'Install' }));
  expect(asked).toEqual(['install']);
  await waitFor(expectNoCard);
  expect(document.activeElement?.tagName).toBe('H1');
  expect(localStorage.getItem('installRefused')).not.toBeNull();
});

test('after "not now", the card is hidden for a month', async () => {
  offerInstall();
  const { user, unmount } = await home();
  await card();
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expectNoCard();
  unmount();

  const day = 24 * 3600_000;
  const inDays = async (days: number) => {
    vi.useFakeTimers({ now: Date.now() + days * day, toFake: ['Date'] });
    storeInstallPrompt();
    offerInstall();
    const app = await home();
    vi.useRealTimers();
    return app;
  };
  const before = await inDays(29);
  expectNoCard();
  before.unmount();
  await inDays(31);
  expect(await card()).toBeDefined();
});

test('the menu also shows the browser’s prompt', async () => {
  const asked = offerInstall();
  serve();
  const { user } = await openApp('/menu');
  await user.click(await screen.findByRole('button', { name: /^Install the app/ }));
  expect(asked).toEqual(['install']);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('no installation is offered while a charger is outside', async () => {
  offerInstall();
  serve(makeOrder({ slot: 4 }));
  await openApp('/home', 'rider');
  await screen.findByRole('timer');
  expectNoCard();
});

test('after the app was installed, no tab offers the installation again', async () => {
  offerInstall('accepted');
  window.dispatchEvent(new Event('appinstalled'));
  expect(localStorage.getItem('appInstalled')).toBe('1');
  vi.resetModules();
  const fresh = await import('../../features/install/install.ts');
  fresh.storeInstallPrompt();
  offerInstall();
  expect(fresh.mayOfferInstall()).toBe(false);
  localStorage.removeItem('appInstalled');
  expect(fresh.mayOfferInstall()).toBe(true);
});
