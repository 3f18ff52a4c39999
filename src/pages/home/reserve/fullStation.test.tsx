import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { errorStatus } from '../../../../contract/errors.ts';
import { languages } from '../../../../contract/config.ts';
import type { Order, OrderPause } from '../../../../contract/orders.ts';
import { paths } from '../../../../contract/paths.ts';
import type { Reservation, Reservations } from '../../../../contract/reservations.ts';
import { tileOf } from '../../../../contract/rules/places/tiles.ts';
import { formatTime } from '../../../lib/format/time.ts';
import { fakeNetwork, network, problem } from '../../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../../testing/openApp.tsx';
import { ago, makeOrder } from '../../../testing/orders.ts';
import { station } from '../../../testing/rider.ts';
import { startTexts } from '../../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

// Load the code in advance, so that the tests do not wait for it.
beforeAll(async () => {
  await Promise.all([import('../RiderHome.tsx'), import('./SlotPanel.tsx')]);
});

const library = { ...station, id: 'CDEFGHZ', name: 'Central Library', freeSlots: 5 };
const full = { ...station, id: '555555T', name: 'Full House', freeSlots: 0 };
const inMinutes = (minutes: number) => ago(-minutes);

const slot: Reservation = {
  id: '6f1f4c1e-5a8b-4c55-9a55-0c7b9f2f6c02',
  kind: 'slot',
  stationId: full.id,
  stationName: full.name,
  expiresAt: inMinutes(8),
};
const pauseOf = (startedAt: string, endsAt: string): OrderPause => ({
  stationId: full.id,
  startedAt,
  endsAt,
});

/** What the server answers to "Report a full station". */
type Answer = 'pause' | 'none' | { freeSlots: number };

/** Fakes a server. The rider has a charger, and has reserved a slot at a station that is full. */
function serve(answer: Answer, changes: Partial<Order> = {}, given: Partial<Reservations> = {}) {
  let order = makeOrder(changes);
  const state: Reservations = {
    charger: null,
    slot,
    minutes: { charger: 10, slot: 10, pause: 20 },
    ...given,
  };
  const asked: unknown[] = [];
  const home = tileOf(station.lat, station.lng, 12);
  network.use(
    http.get(paths.currentOrder, () =>
      HttpResponse.json({ order: { ...order, now: new Date().toISOString() } }),
    ),
    http.get(paths.station, ({ params }) =>
      HttpResponse.json({ ...(params['id'] === full.id ? full : station), at: ago(0) }),
    ),
    http.get(paths.stationTile, ({ params }) => {
      const [z, x, y] = [Number(params['z']), Number(params['x']), Number(params['y'])];
      const stations = z === home.z && x === home.x && y === home.y ? [full, library] : [];
      return HttpResponse.json({ z, x, y, at: ago(0), stations, clusters: [] });
    }),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
    http.get(paths.reservations, () => HttpResponse.json(state)),
    http.post(paths.pause, async ({ request }) => {
      asked.push(await request.json());
      if (answer === 'none') return HttpResponse.error();
      if (answer !== 'pause') {
        const status = errorStatus.slotsFree;
        const body = { type: 'about:blank', title: '', instance: '', code: 'slotsFree' };
        return HttpResponse.json({ ...body, status, ...answer }, { status });
      }
      order = { ...order, pauses: [pauseOf(ago(0), inMinutes(20))] };
      state.slot = null;
      return HttpResponse.json({ ...order, now: new Date().toISOString() });
    }),
  );
  return asked;
}

const isFull = { name: 'Report a full station' };
const findButton = (which: { name: string }) => screen.findByRole('button', which);
/** Waits until the button has disappeared. The app may show the order of the last visit before the server answers. */
const expectFullGone = () => waitFor(() => expect(screen.queryByRole('button', isFull)).toBeNull());

const expectFocus = (text: RegExp) =>
  waitFor(() => expect(document.activeElement?.textContent).toMatch(text));

test('a rider at a full station stops the clock, and reserves a slot at the nearest other station @slow', async () => {
  const asked = serve('pause');
  const { user } = await openApp('/home', 'rider');
  await user.click(await findButton(isFull));
  const main = within(screen.getByRole('main'));
  // The station may be offline instead of full, so the text gives the rider's reason and does not call the station full.
  const reason = /^The clock is stopped until .+, because you reported that no slot takes your/;
  expect(await main.findByText(reason)).toBeDefined();
  expect(asked).toEqual([{ reservationId: slot.id }]);
  expect(await findButton({ name: 'Reserve a slot for 10 minutes' })).toBeDefined();
  const other = screen.getByText('The nearest open station with a free slot:');
  // The text about the stopped clock must come first, because it is the most important text for the rider.
  const stopped = main.getByText(/^The clock is stopped until/);
  expect(stopped.compareDocumentPosition(other)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('button', isFull)).toBeNull();
  await expectFocus(/^The clock is stopped until/);
});

test('the answer to the press of the button confirms the pause, even if the next request fails @slow', async () => {
  serve('pause');
  const { user } = await openApp('/home', 'rider');
  const button = await findButton(isFull);
  network.use(http.get(paths.currentOrder, () => problem('serverError')));
  await user.click(button);
  const main = within(screen.getByRole('main'));
  expect(await main.findByText(/^The clock is stopped until/)).toBeDefined();
});

test('the page does not offer to stop a clock that is stopped already', async () => {
  serve('pause', { pauses: [pauseOf(ago(5), inMinutes(15))] });
  await openApp('/home', 'rider');
  await findButton({ name: "I can't return the charger" });
  expect(screen.queryByText(/One tap stops the clock/)).toBeNull();
});

test('if the other stations cannot be loaded, the page explains this once, and the rider can try again', async () => {
  serve('pause', { pauses: [pauseOf(ago(5), inMinutes(15))] });
  network.use(http.get(paths.stationTile, () => problem('serverError')));
  const { user } = await openApp('/home', 'rider');
  const again = await findButton({ name: 'Try again' });
  expect(screen.queryByText('No other station near you has a free slot right now.')).toBeNull();
  expect(screen.queryByText('No stations nearby')).toBeNull();
  let asked = 0;
  network.use(
    http.get(paths.stationTile, () => {
      asked += 1;
      return problem('serverError');
    }),
  );
  await user.click(again);
  await waitFor(() => expect(asked).toBeGreaterThan(0));
});

test('the end of a pause is announced, and the focus stays on the line with this text @slow', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  serve('pause');
  const { user } = await openApp('/home', 'rider');
  await user.click(await findButton(isFull));
  await expectFocus(/^The clock is stopped until/);
  vi.advanceTimersByTime(20 * 60_000 + 6_000);
  await expectFocus(/^The clock is running again\.$/);
  await within(screen.getByRole('status')).findByText('The clock is running again.');
});

test('a claim that stops the clock hides the pause and the button', async () => {
  const at = ago(1);
  serve('pause', {
    pauses: [pauseOf(ago(15), inMinutes(5))],
    claim: {
      id: 'a4e1c6f0-3a7b-4a53-9d3a-6f6f4a1c2b10',
      kind: 'cannotReturn',
      state: 'support',
      number: 'C-7K3M-29QX',
      at,
      checkedUntil: at,
      endedAt: null,
    },
  });
  await openApp('/home', 'rider');
  await findButton({ name: 'Cancel the reservation' });
  const main = within(screen.getByRole('main'));
  expect(main.queryByText(/The clock (is stopped until|runs again)/)).toBeNull();
  expect(main.getByText('Being checked')).toBeDefined();
  await expectFullGone();
});

test('the sheet of the full station has the button, and the sheet of another station does not', async () => {
  serve('pause');
  const { unmount } = await openApp(`/home?equip_id=${full.id}`, 'rider');
  await findButton(isFull);
  // The main button of the sheet leads to the reserved slot.
  const way = screen.getByRole('link', { name: 'Directions to your slot' });
  expect(way.getAttribute('href')).toMatch(/^https:/);
  unmount();
  await openApp(`/home?equip_id=${station.id}`, 'rider');
  await findButton({ name: 'Cancel the reservation' });
  await expectFullGone();
});

test('during a pause, the sheet of the full station offers the nearest other station only once', async () => {
  serve('pause', { pauses: [pauseOf(ago(5), inMinutes(15))] }, { slot: null });
  await openApp(`/home?equip_id=${full.id}`, 'rider');
  expect(await screen.findByText('The nearest open station with a free slot:')).toBeDefined();
  // The sheet itself offers a station until the code of the panel has loaded. The announcement of this offer stays
  // outside of `main`.
  const main = within(screen.getByRole('main'));
  await waitFor(() =>
    expect(main.queryByText(/^Nearest open station with a free slot/)).toBeNull(),
  );
  expect(screen.queryByRole('link', { name: 'Directions to your slot' })).toBeNull();
});

test('a reservation that expired a few minutes ago still stops the clock, but not in a rental that already had two pauses', async () => {
  const expired = { slot: null, expiredSlot: { ...slot, expiresAt: ago(4) } };
  serve('pause', {}, expired);
  const { unmount } = await openApp('/home', 'rider');
  await findButton(isFull);
  unmount();
  serve('pause', { pauses: [pauseOf(ago(90), ago(70)), pauseOf(ago(60), ago(40))] });
  await openApp('/home', 'rider');
  await findButton({ name: 'Cancel the reservation' });
  await expectFullGone();
});

const refusals = {
  en: [isFull.name, /^3 slots are free at Full House\. Please return the charger there\./],
  es: [
    'Reportar que la estación está llena',
    /^Hay 3 espacios libres en Full House\. Devuelve ahí/,
  ],
  'zh-CN': ['报告站点已满', /^Full House 有 3 个空位，请在该站点归还。/],
} as const;

test.each(languages)(
  'a refusal shows the free slots and the next step, in %s',
  async (language) => {
    onTestFinished(() => startTexts());
    await startTexts(language);
    serve({ freeSlots: 3 });
    const { user } = await openApp('/home', 'rider');
    const [name, words] = refusals[language];
    await user.click(await findButton({ name }));
    expect((await screen.findByText(words)).getAttribute('role')).toBe('alert');
  },
);

test('without a network the button is disabled and has a reason', async () => {
  const asked = serve('none');
  const { user } = await openApp('/home', 'rider');
  const button = await findButton(isFull);
  network.use(http.get('*', () => HttpResponse.error()));
  await user.click(button);
  expect(await screen.findByText('The clock can stop only with a connection.')).toBeDefined();
  expect(screen.getByRole('button', isFull)).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('button', isFull));
  expect(asked).toHaveLength(1);
});

test('during a pause the time and the cost stand still, and the next step comes later', async () => {
  const end = inMinutes(5);
  const next = inMinutes(10);
  serve('pause', {
    createdAt: ago(70),
    startedAt: ago(70),
    pauses: [pauseOf(ago(15), end)],
  });
  await openApp('/home', 'rider');
  const timer = await screen.findByRole('timer', { name: 'Elapsed time' });
  expect(timer.textContent).toContain('55');
  const main = within(screen.getByRole('main'));
  expect(await main.findByText(/You pay nothing for this time/)).toBeDefined();
  expect(main.getByText('Clock stopped')).toBeDefined();
  expect(main.queryByText('Charging...')).toBeNull();
  expect(screen.getAllByText('$2.00')).toHaveLength(2);
  // The pause of 20 minutes does not count, so the next hour begins 80 minutes after the start.
  expect(screen.getByText(/^Return by/).textContent).toContain(formatTime(next));
});
