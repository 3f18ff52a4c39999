import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { storeInstallPrompt } from '../../features/install/install.ts';
import { continueKeys } from '../../lib/storage/continueToPay.ts';
import { onboardingKeys, startOnboarding } from '../../lib/storage/onboarding.ts';
import type { OnboardingStep } from '../../lib/storage/onboarding.ts';
import { rememberArrival } from '../../lib/page/promptTurns.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { offerInstall } from '../../testing/install.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeOrder, makeReturned } from '../../testing/orders.ts';
import { station, visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';
import { homeAsides } from './homeAsidesPart.ts';

const unlockPath = `/payment/unlockChanger?equip_id=${station.id}`;

beforeAll(async () => {
  await startTexts();
  storeInstallPrompt();
  // Load this code in advance, because in the app it loads after everything else.
  await homeAsides.fetch();
  await Promise.all([import('./RiderHome.tsx'), import('./NewUserTip.tsx')]);
});
beforeEach(forgetVisit);
fakeNetwork();

function serve(order: Order | null = null, methods = [visa]) {
  network.use(
    http.get(paths.currentOrder, () => HttpResponse.json({ order })),
    http.get(paths.order, () => HttpResponse.json(order)),
    http.get(paths.station, () => HttpResponse.json(station)),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods })),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
  );
}

const flagOf = (step: OnboardingStep) => localStorage.getItem(onboardingKeys[step]);

/** Marks the tips of these steps as not yet seen. */
function leave(...steps: OnboardingStep[]): void {
  for (const step of steps) localStorage.setItem(onboardingKeys[step], '1');
}

const out = () => makeOrder({ slot: 4 });

const places: readonly {
  step: OnboardingStep;
  says: RegExp;
  /** The name of the button that closes the tip. */
  closedBy?: string;
  open: () => Promise<Awaited<ReturnType<typeof openApp>>>;
}[] = [
  {
    step: 'newUser',
    says: /See how renting a charger works/,
    async open() {
      serve();
      const app = await openApp('/home');
      // The tip appears only after the user has interacted with the page.
      await app.user.click(document.body);
      return app;
    },
  },
  {
    step: 'card',
    says: /Add a payment method once/,
    open() {
      serve(null, []);
      return openApp(unlockPath, 'rider');
    },
  },
  {
    step: 'unlock',
    says: /This is the whole price/,
    open() {
      serve();
      return openApp(unlockPath, 'rider');
    },
  },
  {
    step: 'add',
    says: /Top up GoCash here/,
    open() {
      serve();
      return openApp('/payment', 'rider');
    },
  },
  {
    step: 'cell',
    says: /Look for this number/,
    open() {
      const order = out();
      serve(order);
      return openApp(`/home/rent/success?orderId=${order.id}`, 'rider');
    },
  },
  {
    step: 'charging',
    says: /return the charger to any station/,
    open() {
      serve(out());
      return openApp('/home', 'rider');
    },
  },
  {
    step: 'track',
    says: /Past rentals and their receipts/,
    open() {
      serve(out());
      return openApp('/home', 'rider');
    },
  },
  {
    step: 'download',
    says: /add this app to your home screen/,
    closedBy: 'Not now',
    open() {
      offerInstall();
      serve(makeReturned());
      return openApp('/home', 'rider');
    },
  },
];

describe.each(places)('the tip of $step', ({ step, says, closedBy = 'Close', open }) => {
  test('the tip counts as seen after a second, stays until it is closed, and never appears again @slow', async () => {
    leave(step);
    const { user, unmount } = await open();
    // On a busy machine, the query by role may take longer than a second. Therefore read the flag
    // before that query.
    const flagAtFirst = await waitFor(() => {
      expect(document.querySelector('[role="note"]')).not.toBeNull();
      return flagOf(step);
    });
    expect(flagAtFirst).toBe('1');
    const tip = screen.getByRole('note', { name: 'Tip' });
    expect(tip.textContent).toMatch(says);
    await waitFor(() => expect(flagOf(step)).toBe('2'));
    expect(screen.getByRole('note', { name: 'Tip' })).toBe(tip);
    await user.click(screen.getByRole('button', { name: closedBy }));
    expect(screen.queryByRole('note')).toBeNull();
    expect(document.activeElement?.tagName).toBe('H1');
    unmount();
    await open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('note')).toBeNull();
  });

  test('the tip counts as seen at once when it is closed', async () => {
    leave(step);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: closedBy }));
    expect(flagOf(step)).toBe('2');
    expect(screen.queryByRole('note')).toBeNull();
  });

  test('the tip is not shown to riders who used the app before it had tips', async () => {
    localStorage.setItem(onboardingKeys[step === 'newUser' ? 'card' : 'newUser'], '2');
    startOnboarding();
    await open();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('note')).toBeNull();
    expect(flagOf(step)).toBeNull();
  });
});

test('only one tip is visible at a time: the tip about the time comes after the tip about returns', async () => {
  leave('charging', 'track');
  serve(out());
  const first = await openApp('/home', 'rider');
  expect((await screen.findByRole('note')).textContent).toMatch(/any station/);
  await waitFor(() => expect(flagOf('charging')).toBe('2'));
  await first.user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('note')).toBeNull();
  expect(flagOf('track')).toBe('1');
  await first.user.click(screen.getByRole('link', { name: 'Menu' }));
  await first.user.click(await screen.findByRole('button', { name: 'Back' }));
  expect((await screen.findByRole('note')).textContent).toMatch(/Past rentals/);
  expect(screen.getByRole('link', { name: 'Order history' }).getAttribute('href')).toBe('/history');
});

test('a rider who opened the app by a QR code sees no tip before the charger is outside', async () => {
  leave('newUser', 'unlock', 'charging');
  rememberArrival(`http://localhost/home?equip_id=${station.id}`);
  serve();
  const { unmount } = await openApp(unlockPath, 'rider');
  await screen.findByRole('button', { name: 'Pay $1.00 and unlock' });
  expect(screen.queryByRole('note')).toBeNull();
  expect(flagOf('unlock')).toBe('1');
  unmount();
  serve(out());
  await openApp('/home', 'rider');
  expect((await screen.findByRole('note')).textContent).toMatch(/any station/);
});

test('if the sheet shows a station, the greeting is not shown', async () => {
  leave('newUser');
  serve();
  await openApp(`/home?equip_id=${station.id}`);
  await screen.findByRole('heading', { level: 2, name: 'Corner Bakery' });
  expect(screen.queryByRole('note')).toBeNull();
  expect(flagOf('newUser')).toBe('1');
});

test('a rider who has rented before gets no greeting for new riders', async () => {
  leave('newUser');
  serve(out());
  const { unmount } = await openApp('/home', 'rider');
  await screen.findByRole('timer');
  unmount();
  serve();
  const { user } = await openApp('/home', 'rider');
  await user.click(document.body);
  await screen.findByRole('link', { name: 'Scan to rent' });
  expect(flagOf('newUser')).toBe('2');
  expect(screen.queryByRole('note')).toBeNull();
});

test.each([
  ['without a payment method', [], true],
  ['with a card', [visa], false],
])('the tip about GoCash fits a rider %s', async (_, methods, asks) => {
  leave('add');
  serve(null, methods);
  await openApp('/payment', 'rider');
  const tip = await screen.findByRole('note');
  expect(tip.textContent).toContain('Top up GoCash here');
  expect(tip.textContent?.includes('You have to add a card first.')).toBe(asks);
});

test('in Settings, all tips can be reset, and a message confirms it', async () => {
  localStorage.setItem(onboardingKeys.newUser, '2');
  serve();
  const { user } = await openApp('/setting');
  await user.click(await screen.findByRole('button', { name: 'Show tips again' }));
  expect(screen.getAllByText('Tips will be shown again.').length).toBeGreaterThan(0);
  expect(Object.values(onboardingKeys).map((key) => localStorage.getItem(key))).toEqual(
    Array.from({ length: 8 }, () => '1'),
  );
});

describe('an unlock that was begun', () => {
  const resume = () => screen.findByRole('link', { name: 'Continue unlocking at Corner Bakery' });
  const keysThatStore = (text: string) =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage).flatMap(([key, value]) =>
        String(value).includes(text) ? [key] : [],
      ),
    );

  test('an unlock that was begun continues from home with one tap, through the login of a guest', async () => {
    serve();
    const { user, unmount } = await openApp(`/home?equip_id=${station.id}`);
    await user.click(await screen.findByRole('link', { name: 'Log in to unlock a charger' }));
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    expect(keysThatStore(station.id)).toEqual([continueKeys.shop]);
    unmount();
    await openApp('/home');
    expect((await resume()).getAttribute('href')).toBe(
      `/login?next=${encodeURIComponent(unlockPath)}`,
    );
  });

  test('an unlock that was begun leads a rider directly to the price, and greeting and promotions wait', async () => {
    leave('newUser');
    serve();
    const { unmount } = await openApp(unlockPath, 'rider');
    await screen.findByRole('button', { name: 'Pay $1.00 and unlock' });
    // The phone lost power, so no unload event fired.
    const flag = localStorage.getItem(continueKeys.flag) ?? '';
    unmount();
    localStorage.setItem(continueKeys.flag, flag);
    const { user } = await openApp('/home', 'rider');
    const link = await resume();
    expect(screen.queryByRole('note')).toBeNull();
    await user.click(link);
    await screen.findByRole('button', { name: 'Pay $1.00 and unlock' });
  });

  test('an unlock that was begun ends when the rider goes to home or closes the offer', async () => {
    serve();
    const { user, unmount } = await openApp(unlockPath, 'rider');
    await screen.findByRole('button', { name: 'Pay $1.00 and unlock' });
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(localStorage.getItem(continueKeys.flag)).toBeNull());
    expect(localStorage.getItem(continueKeys.shop)).toBe(station.id);
    unmount();
    localStorage.setItem(continueKeys.flag, String(Date.now()));
    const again = await openApp('/home', 'rider');
    await resume();
    await again.user.click(screen.getByRole('button', { name: "Don't continue" }));
    expect(screen.queryByText(/Continue unlocking/)).toBeNull();
    expect(localStorage.getItem(continueKeys.flag)).toBeNull();
  });

  test('an unlock that was begun ends when its order begins', async () => {
    localStorage.setItem(continueKeys.shop, station.id);
    localStorage.setItem(continueKeys.flag, String(Date.now()));
    serve(out());
    await openApp('/home', 'rider');
    await screen.findByRole('timer');
    expect(localStorage.getItem(continueKeys.flag)).toBeNull();
  });

  test.each([
    ['half an hour ago', String(Date.now() - 31 * 60_000), station.id],
    ['tomorrow, by a clock that was set back', String(Date.now() + 24 * 3600_000), station.id],
    ['at an unknown time', 'soon', station.id],
    ['at an unknown station', String(Date.now()), '<b>nowhere</b>'],
  ])('an unlock that began %s is not offered', async (_when, flag, shop) => {
    localStorage.setItem(continueKeys.flag, flag);
    localStorage.setItem(continueKeys.shop, shop);
    serve();
    await openApp('/home');
    await screen.findByRole('link', { name: 'Scan to rent' });
    expect(screen.queryByText(/Continue unlocking/)).toBeNull();
  });
});
