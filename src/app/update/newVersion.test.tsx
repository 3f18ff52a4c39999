import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { paths } from '../../../contract/paths.ts';
import { beginWork } from '../../lib/page/ongoingWork.ts';
import { fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { makeOrder, makeReturned, makeUnpaid } from '../../testing/orders.ts';
import { payNowButton } from '../../testing/payNow.ts';
import { visa } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';
import { NewVersion } from './newVersion.ts';
import { currentUpdate, reportUpdate } from './update.ts';

fakeNetwork();
beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  reportUpdate({ status: 'none' });
});

const banner = () => document.querySelector('.notices')?.textContent?.includes('New version ready');

function offered() {
  const takeOver = vi.fn<() => void>();
  const version = new NewVersion(takeOver);
  act(version.offer);
  return { version, takeOver };
}

test('a new version is offered and announced once, and can be postponed for the visit', async () => {
  const { user } = await openApp('/startGuide');
  const { version } = offered();
  await waitFor(() => expect(banner()).toBe(true));
  expect(screen.getByRole('status').textContent).toBe('New version ready');

  let endWork = (): void => undefined;
  act(() => {
    endWork = beginWork('money');
  });
  expect(banner()).toBe(false);
  act(endWork);
  expect(banner()).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('New version ready');

  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(banner()).toBe(false);
  act(version.offer);
  expect(banner()).toBe(false);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 9 * 3600_000);
  act(version.offer);
  expect(banner()).toBe(true);
  clock.mockRestore();
});

test('while a field contains typed text, the update is not offered', async () => {
  const { user } = await openApp('/share', 'rider');
  offered();
  await waitFor(() => expect(banner()).toBe(true));
  const field = screen.getByRole('textbox', { name: 'Coupon code' });
  await user.type(field, 'W');
  expect(banner()).toBe(false);
  await user.clear(field);
  expect(banner()).toBe(true);
});

test.each(['/home/scan', '/login/loginWithPhone'])('no update is offered on %s', async (path) => {
  await openApp(path);
  offered();
  await act(() => import('./UpdateNotice.tsx').then(() => undefined));
  expect(banner()).toBe(false);
});

/** Serves this order to the rider until the test replaces the order. */
function serve(first: Order) {
  let order = first;
  network.use(
    http.get(paths.currentOrder, () =>
      HttpResponse.json({ order: { ...order, now: new Date().toISOString() } }),
    ),
    http.get(paths.order, () => HttpResponse.json(order)),
    http.get(paths.paymentMethods, () => HttpResponse.json({ methods: [visa] })),
  );
  return (next: Order) => {
    order = next;
  };
}

test('a payment on home delays the offer until the result of the payment is known', async () => {
  const change = serve(makeUnpaid());
  const { user } = await openApp('/home', 'rider');
  offered();
  await waitFor(() => expect(banner()).toBe(true));
  await user.click(await payNowButton());
  await screen.findByRole('button', { name: 'Pay $3.00' });
  await waitFor(() => expect(banner()).toBe(false));
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(banner()).toBe(true));

  await user.click(await payNowButton());
  const paying = makeUnpaid({ status: 'paying', state: 'paying', paymentFailure: null });
  network.use(
    http.post(paths.payOrder, () => {
      change(paying);
      return HttpResponse.json(paying);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Pay $3.00' }));
  await screen.findByRole('button', { name: 'Paying...' });
  await waitFor(() => expect(banner()).toBe(false));
  change(makeReturned());
  await screen.findByRole('heading', { level: 1, name: 'Paid $3.00' });
  await waitFor(() => expect(banner()).toBe(true));
});

test('the release of a charger on home delays the offer', async () => {
  serve(makeOrder({ status: null, state: 'ejecting', slot: 3 }));
  await openApp('/home', 'rider');
  offered();
  await screen.findByRole('heading', { level: 1, name: /^Preparing/ });
  await act(() => import('./UpdateNotice.tsx').then(() => undefined));
  await waitFor(() => expect(banner()).toBe(false));
});

test('an accepted update is applied when no work is ongoing, and is offered again if it fails', async () => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/home');
  const { version, takeOver } = offered();
  const endWork = beginWork('sending');
  const update = currentUpdate();
  if (update.status !== 'waiting') throw new Error(`It is ${update.status}`);
  update.agree();
  expect(currentUpdate().status).toBe('agreed');
  await vi.advanceTimersByTimeAsync(3000);
  expect(takeOver).not.toHaveBeenCalled();

  endWork();
  await vi.advanceTimersByTimeAsync(1000);
  expect(takeOver).toHaveBeenCalledOnce();
  expect(currentUpdate().status).toBe('agreed');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(takeOver).toHaveBeenCalledOnce();
  expect(currentUpdate().status).toBe('waiting');

  // Another tab has made the switch, so this tab makes no more offers.
  version.replaced();
  version.offer();
  expect(currentUpdate()).toMatchObject({ status: 'replaced', isAgreed: false });
  vi.useRealTimers();
});

test.each(['replaced', 'waiting'])(
  'after an update that the app applied without asking, the status of the update is "%s"',
  async (status) => {
    vi.useFakeTimers();
    window.history.replaceState(null, '', '/home');
    class Opening {
      type = 'navigate';
    }
    vi.stubGlobal('PerformanceNavigationTiming', Opening);
    const entries: object[] = [new Opening()];
    vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
      JSON.parse('[]').concat(entries),
    );
    Object.defineProperty(navigator, 'userActivation', {
      value: { hasBeenActive: false },
      configurable: true,
    });
    const takeOver = vi.fn<() => void>();
    const version = new NewVersion(takeOver);
    const applied = version.takeSilently();
    expect(takeOver).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2500);
    await applied;
    expect(currentUpdate().status).toBe('none');

    // Start work that prevents the reload of the page, because jsdom cannot reload a page.
    const endWork = beginWork('sending');
    if (status === 'replaced') version.replaced();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(takeOver).toHaveBeenCalledOnce();
    expect(currentUpdate().status).toBe(status);
    endWork();
    Reflect.deleteProperty(navigator, 'userActivation');
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  },
);
