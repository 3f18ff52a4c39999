import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  ChangeNotificationSettings,
  type NotificationSettings,
} from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import { configOfTests, fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { notificationSettings } from '../../testing/notifications.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
});
fakeNetwork();

/** Fakes a server that stores the changes. Returns the stored settings. */
function serve(before: Partial<NotificationSettings> = {}) {
  const server: {
    stored: NotificationSettings;
    refuses: boolean;
    before?: () => Promise<void>;
  } = { stored: { ...notificationSettings, ...before }, refuses: false };
  network.use(
    http.get(paths.notificationSettings, () => HttpResponse.json(server.stored)),
    http.put(paths.notificationSettings, async ({ request }) => {
      if (server.refuses) return problem('serverError');
      const { push, ...change } = ChangeNotificationSettings.parse(await request.json());
      await server.before?.();
      Object.assign(server.stored, change, { push: { ...server.stored.push, ...push } });
      return HttpResponse.json(server.stored);
    }),
  );
  return server;
}

const quietHours = { from: '22:00', to: '07:00', timeZone: 'America/Chicago' };

test('quiet hours are saved when a field loses the focus, and the next field keeps the focus', async () => {
  const server = serve({ quietHours });
  const { user } = await openApp('/setting/notifications', 'rider');
  const from = await screen.findByLabelText('From');
  await user.clear(from);
  await user.type(from, '21:30');
  await user.tab();
  await waitFor(() => expect(server.stored.quietHours?.from).toBe('21:30'));
  expect(document.activeElement).toBe(screen.getByLabelText('To'));
});

test('if two switches are pressed one after another, both are saved, even if the first request ends last', async () => {
  const server = serve();
  const { user } = await openApp('/setting/notifications', 'rider');
  const news = await screen.findByRole<HTMLInputElement>('switch', { name: /^News/ });
  const rewards = screen.getByRole<HTMLInputElement>('switch', { name: /^Rewards/ });
  const held: (() => void)[] = [];
  server.before = () => new Promise((resolve) => held.push(resolve));
  await user.click(news);
  await waitFor(() => expect(held).toHaveLength(1));
  delete server.before;
  await user.click(rewards);
  await waitFor(() => expect(server.stored.push.rewards).toBe(false));
  for (const release of held) release();
  await waitFor(() => expect(server.stored.push).toMatchObject({ news: true, rewards: false }));
  expect([news.checked, rewards.checked]).toEqual([true, false]);
});

test('a change that fails is reverted to the server’s state, with a message', async () => {
  const server = serve({ quietHours });
  const { user } = await openApp('/setting/notifications', 'rider');
  const news = await screen.findByRole<HTMLInputElement>('switch', { name: /^News/ });
  server.refuses = true;
  // Another device has changed this setting in the meantime.
  server.stored = { ...server.stored, showDetails: true };
  await user.click(news);
  await screen.findByText("That couldn't be saved. Try again.");
  const details = screen.getByRole<HTMLInputElement>('switch', { name: /^Show details/ });
  await waitFor(() => expect(details.checked).toBe(true));
  expect(news.checked).toBe(false);

  const from = screen.getByLabelText<HTMLInputElement>('From');
  await user.clear(from);
  await user.type(from, '21:30');
  await user.tab();
  await waitFor(() => expect(from.value).toBe('22:00'));
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone');
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test.each([
  [false, 'Add this app to your home screen first: Share, then Add to Home Screen.'],
  [true, "This browser can't show notifications. The list in the app has all of them."],
])(
  'on an iPhone, with the app installed (%s), the page explains what is missing',
  async (standalone, words) => {
    serve();
    network.use(
      http.get(paths.config, () =>
        HttpResponse.json({ ...configOfTests, push: { publicKey: 'key' } }),
      ),
    );
    const serviceWorker = Object.assign(new EventTarget(), { controller: null });
    Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
    Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true });
    await openApp('/setting/notifications', 'rider');
    await screen.findByText(words);
    const device = screen.getByRole<HTMLInputElement>('switch', {
      name: /^Notifications on this device/,
    });
    expect(device.disabled).toBe(true);
  },
);
