import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import type { Station } from '../../../contract/stations.ts';
import type { Watch } from '../../../contract/watches.ts';
import { selectWatches, watchSet } from '../../features/watches/watchesSlice.ts';
import { formatTime } from '../../lib/format/time.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const minutes = 60_000;
const after = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A server with one watch and its event stream. */
class FakeWatches {
  watch: Watch | null = null;
  readonly asked: unknown[] = [];
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;

  serve(given: Partial<Station> = {}): void {
    const empty = { ...station, chargers: 0, at: after(0), ...given };
    const { tariff: _tariff, photo: _photo, at, ...summary } = empty;
    network.use(
      http.get(paths.station, () => HttpResponse.json(empty)),
      http.get(paths.stationTile, ({ params: { z, x, y } }) =>
        HttpResponse.json({
          z: Number(z),
          x: Number(x),
          y: Number(y),
          at,
          stations: [summary],
          clusters: [],
        }),
      ),
      http.post(paths.watches, async ({ request }) => {
        const wish = await request.json();
        this.asked.push(wish);
        this.watch = {
          id: 'watch-1',
          stationId: station.id,
          wants: 'charger',
          expiresAt: after(60 * minutes),
          availableAt: null,
        };
        return HttpResponse.json(this.watch, { status: 201 });
      }),
      http.get(paths.watch, () =>
        this.watch ? HttpResponse.json(this.watch) : problem('watchNotFound'),
      ),
      http.delete(paths.watch, () => {
        this.watch = null;
        return new HttpResponse(null, { status: 204 });
      }),
      http.get(paths.watchEvents, () => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            this.#stream = controller;
            this.#send();
          },
        });
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
      }),
    );
  }

  answer(): void {
    if (this.watch) this.watch = { ...this.watch, availableAt: after(0) };
    this.#send();
  }

  #send(): void {
    const text = `event: watch\ndata: ${JSON.stringify(this.watch)}\n\n`;
    this.#stream?.enqueue(new TextEncoder().encode(text));
  }
}

/**
 * Returns the notices without the live region, because the live region keeps its text for some
 * time, even after a test.
 */
function notices() {
  const region = document.querySelector<HTMLElement>('.notices');
  if (!region) throw new Error('no place for notices');
  return within(region);
}

const ask = 'Tell me when a charger is here';
const here = 'A charger is available at Corner Bakery';
const linked = `/home?equip_id=${station.id}`;

/** Opens the app with a watch from an earlier visit. */
async function reopened(watch: Partial<Watch>, address = '/menu') {
  const server = new FakeWatches();
  server.serve();
  server.watch = {
    id: 'watch-1',
    stationId: station.id,
    wants: 'charger',
    expiresAt: after(30 * minutes),
    availableAt: null,
    ...watch,
  };
  const app = await openApp(address);
  const { id, stationId, wants, expiresAt } = server.watch;
  app.store.dispatch(watchSet({ id, stationId, wants, expiresAt, stationName: station.name }));
  return { ...app, server };
}

/** Returns a time as the queries find it: they read each non-breaking space of the page as a space. */
const shownTime = (at: string | number) => formatTime(at).replace('\u00A0', ' ');

test('a guest who watches an empty station is notified on any page, and a link leads back to the station', async () => {
  const server = new FakeWatches();
  server.serve();
  const { user, store } = await openApp(linked);
  await user.click(await screen.findByRole('button', { name: ask }));
  expect(server.asked).toEqual([{ stationId: station.id, wants: 'charger' }]);
  const until = shownTime(server.watch?.expiresAt ?? 0);
  const main = within(screen.getByRole('main'));
  expect(await main.findByText(`Alert on until ${until}.`)).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('link', { name: 'Menu' }));
  await waitFor(() => expect(window.location.pathname).toBe('/menu'));
  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, chargers: 1 })));
  server.answer();
  expect(await notices().findByText(here)).toBeDefined();
  expect(await within(screen.getByRole('status')).findAllByText(here)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(window.location.search).toBe(`?equip_id=${station.id}`);
  expect(screen.queryByRole('button', { name: 'Show' })).toBeNull();
  expect(selectWatches(store.getState())).toEqual([]);
  // The sheet must not show the old counts.
  await screen.findByRole('heading', { level: 2, name: 'Corner Bakery' });
  await waitFor(() => expect(screen.queryByRole('button', { name: ask })).toBeNull());
});

test('a watch can be cancelled', async () => {
  const server = new FakeWatches();
  server.serve();
  const { user } = await openApp(linked);
  await user.click(await screen.findByRole('button', { name: ask }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: ask })).toBeDefined();
  await waitFor(() => expect(server.watch).toBeNull());
});

test('a watch moves the focus and is announced only just after the press that set it', async () => {
  const server = new FakeWatches();
  server.serve();
  const { store } = await openApp(linked);
  await screen.findByRole('button', { name: ask });
  const expiresAt = after(30 * minutes);
  server.watch = {
    id: 'watch-1',
    stationId: station.id,
    wants: 'charger',
    expiresAt,
    availableAt: null,
  };
  const { id, stationId, wants } = server.watch;
  const focused = document.activeElement;
  act(() => {
    store.dispatch(watchSet({ id, stationId, wants, expiresAt, stationName: station.name }));
  });
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
  expect(document.activeElement).toBe(focused);
  const said = within(screen.getByRole('status')).queryByText(
    new RegExp(`Alert on until ${shownTime(expiresAt)}`),
  );
  expect(said).toBeNull();
});

test('a station with chargers offers no watch, and an empty station still has the link to unlock', async () => {
  const server = new FakeWatches();
  server.serve({ chargers: 3 });
  const { unmount } = await openApp(linked);
  await screen.findByRole('link', { name: 'Unlock a charger' });
  expect(screen.queryByRole('button', { name: ask })).toBeNull();
  unmount();

  server.serve();
  await openApp(linked);
  await screen.findByRole('button', { name: ask });
  expect(screen.getByRole('link', { name: 'Unlock a charger' })).toBeDefined();
});

test('if the server refuses, an error is shown, and the button stays', async () => {
  const server = new FakeWatches();
  server.serve();
  network.use(http.post(paths.watches, () => problem('tooManyRequests')));
  const { user } = await openApp(linked);
  await user.click(await screen.findByRole('button', { name: ask }));
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole('button', { name: ask })).toBeDefined();
});

test('without a network the button explains why it is disabled', async () => {
  const server = new FakeWatches();
  server.serve();
  const { user } = await openApp(linked);
  const button = await screen.findByRole('button', { name: ask });
  network.use(http.all('*', () => HttpResponse.error()));
  await user.click(button);
  expect(await screen.findByText('Alerts need a connection.')).toBeDefined();
  expect(screen.getByRole('button', { name: ask })).toBeDefined();
});

test('the result of a watch that came between two visits is shown on the next visit', async () => {
  await reopened({ availableAt: after(-2 * minutes) });
  expect(await notices().findByText(here)).toBeDefined();
});

test('an older result of a watch is shown with its time', async () => {
  const at = after(-20 * minutes);
  await reopened({ availableAt: at });
  const text = `A charger came to Corner Bakery at ${shownTime(at)}`;
  expect(await notices().findByText(text)).toBeDefined();
});

test('if no charger came within an hour, a notice reports this once', async () => {
  const { user, store } = await reopened({ expiresAt: after(-1 * minutes) });
  const text = 'No charger came within the hour at Corner Bakery';
  expect(await notices().findByText(text)).toBeDefined();
  expect(notices().queryByRole('button', { name: 'Show' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(selectWatches(store.getState())).toEqual([]);
});

test.each([
  ['ended long ago', { expiresAt: after(-120 * minutes) }],
  ['was available long ago', { availableAt: after(-120 * minutes) }],
])('a watch that %s is removed without a message', async (_, watch) => {
  const { store } = await reopened(watch);
  await waitFor(() => expect(selectWatches(store.getState())).toEqual([]));
  expect(notices().queryByText(/Corner Bakery/)).toBeNull();
});

test('a watch that the server no longer has is removed', async () => {
  const { store, server } = await reopened({});
  server.watch = null;
  await waitFor(() => expect(selectWatches(store.getState())).toEqual([]));
});

test('no result is announced on a login page', async () => {
  const { store } = await reopened({ availableAt: after(0) }, '/login');
  await screen.findByRole('button', { name: 'Continue with phone' });
  expect(notices().queryByText(here)).toBeNull();
  expect(selectWatches(store.getState())).toMatchObject([{ isTold: false }]);
});
