import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { clearWhenSessionEnds } from '../../app/state/clearPersonalData.ts';
import { signedIn } from '../../features/auth/clientUserSlice.ts';
import { noteSessionEnded, watchOtherTabs } from '../../features/auth/syncSession.ts';
import { fakeNetwork, network, noAnswer, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { rider } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

const signedOutWords = "You've been logged out. Log in again to continue.";

beforeAll(() => startTexts());
beforeEach(() => {
  forgetVisit();
  network.use(
    http.get(paths.me, () => HttpResponse.json(rider)),
    http.get(paths.orders, () => HttpResponse.json({ orders: [], nextCursor: null })),
    http.get(paths.currentOrder, () => HttpResponse.json({ order: null })),
    http.get(paths.stationTileEvents, noAnswer),
  );
});
fakeNetwork();

/** Changes local storage and fires the event, as a change in another tab does. */
function inAnotherTab(sessionId: string | null): void {
  if (sessionId === null) localStorage.removeItem('sessionId');
  else localStorage.setItem('sessionId', sessionId);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'sessionId', newValue: sessionId }));
  });
}

test('after a session ended on another device, the page leads to the login, and the login leads back', async () => {
  network.use(http.get(paths.orders, () => problem('signInRequired')));
  const { store } = await openApp('/history?status=unpaid', 'rider');
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  expect(await screen.findAllByText(signedOutWords)).not.toHaveLength(0);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(window.location.search).toBe(`?next=${encodeURIComponent('/history?status=unpaid')}`);

  network.use(http.get(paths.orders, () => HttpResponse.json({ orders: [], nextCursor: null })));
  act(() => {
    store.dispatch(signedIn({ sessionId: 'session-of-the-rider-02', user: rider }));
  });
  await screen.findByRole('heading', { level: 1, name: 'Order history' });
  expect(window.location.pathname + window.location.search).toBe('/history?status=unpaid');
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});

test('after the end of a session, a page for guests stays open and shows a notice', async () => {
  network.use(http.get(paths.me, () => problem('signInRequired')));
  const { user } = await openApp('/menu', 'rider');
  await screen.findByText('Guest');
  const banner = await screen.findByText(signedOutWords, { ignore: '[role=status] *' });
  expect(banner).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Later' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Later' })).toBeNull());
  expect(window.location.pathname).toBe('/menu');
});

test('a page that sends no requests detects the end of the session by its event stream', async () => {
  network.use(
    http.get(paths.orderEvents, () => problem('signInRequired')),
    http.get(paths.currentOrder, () => problem('signInRequired')),
  );
  await openApp('/menu', 'rider');
  expect(await screen.findByText('Guest')).toBeDefined();
});

test('after a login or a logout in another tab, this tab changes too', async () => {
  const asked: (string | null)[] = [];
  network.use(
    http.get(paths.orders, ({ request }) => {
      asked.push(request.headers.get('authorization'));
      return HttpResponse.json({ orders: [], nextCursor: null });
    }),
  );
  const { store } = await openApp('/history');
  const stop = watchOtherTabs(store);
  await screen.findByRole('heading', { level: 1, name: 'Log in' });

  inAnotherTab('session-of-the-rider-03');
  await screen.findByRole('heading', { level: 1, name: 'Order history' });
  await screen.findByText('No orders yet');
  expect(asked).toEqual(['Bearer session-of-the-rider-03']);

  inAnotherTab(null);
  await screen.findByRole('heading', { level: 1, name: 'Log in' });
  stop();
});

test('a tab that was closed while another rider logged in does not show the previous rider', async () => {
  network.use(http.get(paths.me, noAnswer));
  sessionStorage.setItem('userDetail', JSON.stringify(rider));
  sessionStorage.setItem('userDetailOf', 'session-of-somebody-else');
  localStorage.setItem('sessionId', 'session-of-the-rider-04');
  const { store } = await openApp('/menu');
  await screen.findByRole('heading', { level: 1, name: 'Menu' });
  expect(store.getState().clientUser).toMatchObject({
    sessionId: 'session-of-the-rider-04',
    userDetail: null,
  });
});

test('a logout in another tab deletes the drafts in this tab', async () => {
  const { store } = await openApp('/menu', 'rider');
  const stop = watchOtherTabs(store);
  await screen.findByText('10427755');
  sessionStorage.setItem('drafts', '{"owner":"10427755","values":{"name":"An"}}');
  noteSessionEnded(true);
  inAnotherTab(null);
  await screen.findByText('Guest');
  expect(sessionStorage.getItem('drafts')).toBeNull();
  stop();
});

test('a tab that was suspended while another rider logged in shows the current rider', async () => {
  const { store } = await openApp('/menu', 'rider');
  const stop = watchOtherTabs(store);
  await screen.findByText('10427755');
  network.use(http.get(paths.me, () => HttpResponse.json({ ...rider, id: '55555555' })));
  localStorage.setItem('sessionId', 'session-of-somebody-else');
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await screen.findByText('55555555');
  expect(screen.queryByText('10427755')).toBeNull();
  stop();
});

test('after a session was lost, the drafts stay for their owner', async () => {
  network.use(http.get(paths.me, () => problem('signInRequired')));
  await openApp('/menu', 'rider');
  sessionStorage.setItem('drafts', '{"owner":"10427755","values":{"name":"An"}}');
  await screen.findByText('Guest');
  expect(sessionStorage.getItem('drafts')).toContain('"An"');
});

test('a logout deletes drafts, private caches and push messages, but not public data', async () => {
  const names = new Set(['private-answers', 'stations', 'base-map']);
  const unsubscribe = vi.fn<() => Promise<boolean>>().mockResolvedValue(true);
  vi.stubGlobal('caches', {
    keys: async () => [...names],
    delete: async (name: string) => names.delete(name),
  });
  const close = vi.fn<() => void>();
  const registration = {
    pushManager: { getSubscription: async () => ({ unsubscribe }) },
    getNotifications: async () => [{ data: null, close }],
  };
  const getRegistration = async () => registration;
  Object.defineProperty(navigator, 'serviceWorker', {
    value: Object.assign(new EventTarget(), { controller: null, getRegistration }),
    configurable: true,
  });
  localStorage.setItem('push', JSON.stringify({ userId: rider.id, told: null }));
  const { store, user } = await openApp('/setting', 'rider');
  clearWhenSessionEnds(store);
  sessionStorage.setItem('drafts', '{"name":"An"}');
  network.use(http.delete(paths.currentSession, () => new HttpResponse(null, { status: 204 })));
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await user.click(screen.getAllByRole('button', { name: 'Log out' }).at(-1) ?? document.body);
  await waitFor(() => expect(localStorage.getItem('sessionId')).toBeNull());
  expect(sessionStorage.getItem('drafts')).toBeNull();
  await waitFor(() => expect([...names]).toEqual(['stations', 'base-map']));
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce());
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
  expect(localStorage.getItem('push')).toBeNull();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test('a logout does not wait for a server that does not answer @slow', async () => {
  network.use(http.delete(paths.currentSession, noAnswer));
  const { user } = await openApp('/setting', 'rider');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await user.click(screen.getAllByRole('button', { name: 'Log out' }).at(-1) ?? document.body);
  await waitFor(() => expect(localStorage.getItem('sessionId')).toBeNull(), { timeout: 2_900 });
});

test('the login never leads back to one of its own steps', async () => {
  await openApp('/login?next=%2Flogin%2FloginWithPhone', 'rider');
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
});
