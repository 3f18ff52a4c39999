import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  type Notification,
  notificationKinds,
  type NotificationList,
} from '../../../contract/notifications.ts';
import { paths } from '../../../contract/paths.ts';
import { fakeCaches } from '../../testing/fakeCaches.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { makeNotification } from '../../testing/notifications.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { ago, usd } from '../../testing/orders.ts';
import { startTexts } from '../../testing/texts.ts';

const day = 24 * 60;

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(http.get(paths.currentOrder, () => HttpResponse.json({ order: null })));
});
fakeNetwork();
afterEach(() => vi.unstubAllGlobals());

/** Serves these notifications. Returns the bodies of the requests that mark them as read. */
function serve(first: Notification[], rest: Notification[] = []) {
  const read: unknown[] = [];
  let served = [...first, ...rest];
  const unread = () => ({
    notifications: served.filter(({ readAt }) => readAt === null).length,
    unpaidOrders: 0,
  });
  network.use(
    http.get(paths.notifications, ({ request }) => {
      const isRest = new URL(request.url).searchParams.has('cursor');
      const ids = (isRest ? rest : first).map(({ id }) => id);
      const page: NotificationList = {
        notifications: served.filter(({ id }) => ids.includes(id)),
        nextCursor: isRest || rest.length === 0 ? null : 'more',
      };
      return HttpResponse.json(page);
    }),
    // This route must come before the route with `:id`, because `:id` matches any word.
    http.get(paths.unread, () => HttpResponse.json(unread())),
    http.get(paths.notification, ({ params }) => {
      const found = served.find(({ id }) => id === params['id']);
      return found ? HttpResponse.json(found) : problem('notificationNotFound');
    }),
    http.post(paths.readNotifications, async ({ request }) => {
      read.push(await request.json());
      served = served.map((one) => ({ ...one, readAt: new Date().toISOString() }));
      return HttpResponse.json(unread());
    }),
  );
  return read;
}

const rowOf = async (name: RegExp) => within(await screen.findByRole('link', { name }));

test('notifications are listed by day, with their times and the number of unread notifications', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T18:00:00.000Z'));
  serve([
    makeNotification({ createdAt: '2026-11-21T17:55:00.000Z' }),
    makeNotification({
      kind: 'toppedUp',
      createdAt: '2026-11-20T17:00:00.000Z',
      readAt: '2026-11-20T17:01:00.000Z',
      amount: usd(2000),
      bonus: usd(200),
    }),
    makeNotification({ kind: 'coupon', createdAt: '2026-11-12T18:00:00.000Z' }),
  ]);
  await openApp('/notification', 'rider');
  const returned = await rowOf(/^You have returned the charger/);
  expect(returned.getByText('Your bill is $3.00.')).toBeDefined();
  expect(returned.getByText('Unread')).toBeDefined();
  const time = returned.getByText('5 minutes ago');
  expect(time.getAttribute('datetime')).toBe('2026-11-21T17:55:00.000Z');
  expect(time.title).toBe('Nov 21, 2026, 11:55\u00A0AM');
  const toppedUp = await rowOf(/^GoCash topped up/);
  expect(toppedUp.getByText('$20.00 was added, and a bonus of $2.00.')).toBeDefined();
  expect(toppedUp.queryByText('Unread')).toBeNull();
  const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(days).toEqual(['Today', 'Yesterday', 'Nov 12, 2026']);
  expect(document.title).toBe('Notification');
});

test('all notifications are marked as read at once, up to the newest notification in the list', async () => {
  const newest = makeNotification();
  const read = serve([newest, makeNotification({ kind: 'coupon', createdAt: ago(2) })]);
  const { user } = await openApp('/notification', 'rider');
  expect(await screen.findAllByText('Unread')).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
  expect(read).toEqual([{ upTo: newest.createdAt }]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('an answer to an earlier request of the list does not make notifications unread again', async () => {
  const served = makeNotification();
  serve([served]);
  const { user } = await openApp('/notification', 'rider');
  await screen.findByText('Unread');
  let answer = () => {};
  const late = new Promise<void>((resolve) => (answer = resolve));
  let isAnswered = false;
  network.use(
    http.get(
      paths.notifications,
      async () => {
        await late;
        isAnswered = true;
        return HttpResponse.json({ notifications: [served], nextCursor: null });
      },
      { once: true },
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await user.click(screen.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all read' })).toBeNull());
  answer();
  await waitFor(() => expect(isAnswered).toBe(true));
  await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
  expect(screen.getAllByRole('link', { name: /^You have returned/ })).toHaveLength(1);
});

test('if the request fails, the notifications become unread again', async () => {
  serve([makeNotification()]);
  network.use(http.post(paths.readNotifications, () => problem('serverError')));
  const { user } = await openApp('/notification', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Mark all read' }));
  await screen.findAllByText('Server error');
  expect(await screen.findByText('Unread')).toBeDefined();
});

test('the rider can load older notifications', async () => {
  serve([makeNotification()], [makeNotification({ kind: 'lost' })]);
  const { user } = await openApp('/notification', 'rider');
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await screen.findByRole('link', { name: /^The rental has ended/ });
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('an error has a button to try again, and an empty list has a text', async () => {
  network.use(http.get(paths.notifications, () => problem('serverError')));
  const { user } = await openApp('/notification', 'rider');
  expect(await screen.findByRole('alert')).toBeDefined();
  serve([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing new')).toBeDefined();
  const settings = screen.getByRole('link', { name: 'Choose what you get' });
  expect(settings.getAttribute('href')).toBe('/setting/notifications');
});

test('without a network, the stored list is shown with its age, and its notifications can be opened', async () => {
  fakeCaches();
  serve([makeNotification()]);
  const first = await openApp('/notification', 'rider');
  await screen.findByRole('link', { name: /^You have returned the charger/ });
  first.unmount();

  network.use(
    http.get(paths.notifications, () => HttpResponse.error()),
    http.get(paths.unread, () => HttpResponse.error()),
    http.get(paths.notification, () => HttpResponse.error()),
    http.post(paths.readNotifications, () => HttpResponse.error()),
  );
  const { user } = await openApp('/notification', 'rider');
  const row = await screen.findByRole('link', { name: /^You have returned the charger/ });
  await screen.findByText('Updated just now');
  await user.click(row);
  await screen.findByText('Your bill is $3.00.');
  expect(document.title).toBe('Notification Detail');
});

test('an opened notification shows the event and the next step, and is marked as read', async () => {
  const served = makeNotification({ kind: 'unpaid', amount: usd(200) });
  const read = serve([served]);
  await openApp(`/notification/detail?id=${served.id}`, 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Your rental is unpaid' });
  expect(
    screen.getByText("We couldn't charge $2.00, so you still owe it. Pay it to rent again."),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'R-7K3M-92QF' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Pay Now' }).getAttribute('href')).toBe(
    `/history/detail?orderId=${served.order?.id}`,
  );
  await waitFor(() => expect(read).toEqual([{ ids: [served.id] }]));
});

test('a failed request that marks a notification as read is not repeated', async () => {
  const served = makeNotification();
  serve([served]);
  let asked = 0;
  network.use(
    http.post(paths.readNotifications, () => {
      asked += 1;
      return problem('serverError');
    }),
  );
  const { user } = await openApp('/notification', 'rider');
  await user.click(await screen.findByRole('link', { name: /^You have returned the charger/ }));
  await screen.findByText('Your bill is $3.00.');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await rowOf(/^You have returned the charger.*Unread/);
  expect(asked).toBe(1);
});

test('a notification of another rider or with an unknown id is not found', async () => {
  serve([]);
  await openApp('/notification/detail?id=0b7f8f5e-6a0e-4c53-9d8a-2f1de4f0ffff', 'rider');
  expect(await screen.findByText("We couldn't find that notification.")).toBeDefined();
});

test('news is plain text, and its links lead only to pages of the app', async () => {
  const words = (text: string) => ({ en: text, 'zh-CN': text, es: text });
  const markup = '<img src=x onerror=alert(1)> <b>New</b>';
  const news = makeNotification({
    kind: 'news',
    order: null,
    station: null,
    slot: null,
    amount: null,
    news: { title: words('Night rates'), body: words(markup), link: '/search?q=lake' },
  });
  const elsewhere = makeNotification({
    ...news,
    id: 'b',
    news: { title: words('Elsewhere'), body: words('-'), link: '//evil.example' },
  });
  serve([news, elsewhere]);
  const first = await openApp(`/notification/detail?id=${news.id}`, 'rider');
  expect((await screen.findByText(markup)).querySelector('*')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/search?q=lake');
  first.unmount();
  await openApp('/notification/detail?id=b', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Elsewhere' });
  expect(screen.queryByRole('link', { name: 'Open' })).toBeNull();
});

test('an unknown kind from a newer server is shown as news', async () => {
  const served = { ...makeNotification(), kind: 'parade' };
  network.use(
    http.get(paths.notifications, () =>
      HttpResponse.json({ notifications: [served], nextCursor: null }),
    ),
    // The page prefetches the first notifications for offline use.
    http.get(paths.notification, () => HttpResponse.json(served)),
  );
  await openApp('/notification', 'rider');
  expect(await screen.findByRole('link', { name: /^There is news/ })).toBeDefined();
});

test.each(notificationKinds)('%s has its own text', async (kind) => {
  const words = { en: 'Night rates', 'zh-CN': '-', es: '-' };
  const served = makeNotification({
    kind,
    dueAt: ago(-day),
    wants: 'charger',
    outcome: 'rejected',
    news: kind === 'news' ? { title: words, body: words, link: null } : null,
  });
  serve([served]);
  await openApp(`/notification/detail?id=${served.id}`, 'rider');
  await screen.findByText('R-7K3M-92QF');
  expect(screen.getByRole('main').textContent).not.toMatch(/\{\{|undefined|null|There is news/);
});

test('the menu shows the number of unread notifications', async () => {
  serve([makeNotification(), makeNotification()]);
  await openApp('/menu', 'rider');
  const row = await screen.findByRole('link', { name: /^Notification, 2 unread/ });
  expect(within(row).getByText('2')).toBeDefined();
});

test('a guest must log in first', async () => {
  await openApp('/notification');
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(window.location.search).toBe('?next=%2Fnotification');
});

test('a waived bill is called a waiver', async () => {
  const amount = { amount: 300, currency: 'USD' };
  const served = makeNotification({
    kind: 'caseAnswered',
    outcome: 'refunded',
    waived: true,
    amount,
  });
  serve([served]);
  await openApp(`/notification/detail?id=${served.id}`, 'rider');
  expect(await screen.findByText(/^Support waived \$3\.00\. You no longer owe it/)).toBeDefined();
});

test('after a refused claim, the notification explains that the time counts again, and leads to a return', async () => {
  const served = makeNotification({ kind: 'claimRefused' });
  serve([served]);
  await openApp(`/notification/detail?id=${served.id}`, 'rider');
  await screen.findByText(/^We checked your report and couldn't confirm it/);
  expect(screen.getByRole('link', { name: 'Find a return slot' }).getAttribute('href')).toBe(
    '/search?for=return',
  );
});

test('the answer of support to a report leads to the report', async () => {
  const served = makeNotification({ kind: 'caseAnswered', order: null, outcome: null });
  serve([served]);
  await openApp(`/notification/detail?id=${served.id}`, 'rider');
  await screen.findByText(/^Open your report to read the answer/);
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/help/reports');
});
