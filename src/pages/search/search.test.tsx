import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import type { StationSummary } from '../../../contract/stations.ts';
import { fakeNetwork, network, problem } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';

beforeAll(() => startTexts());
beforeEach(forgetVisit);
afterEach(() => void vi.unstubAllGlobals());
fakeNetwork();

const { tariff: _tariff, at: _at, photo: _photo, ...bakery } = station;
const closed = { hours: Array.from({ length: 7 }, () => null) };
const full = { ...bakery, id: 'BCDEFGX', name: 'Full House', lat: 41.885, freeSlots: 0, ...closed };
const library = { ...bakery, id: 'CDEFGHY', name: 'Library', address: '9 Oak Ave', lat: 41.89 };

interface Asked {
  searches: string[];
}

/**
 * Serves stations. Tests search them in the list, because the map needs a layout, which jsdom
 * lacks.
 */
function serve(
  stations: StationSummary[],
  search?: (q: string) => Response,
  attribution = '© OpenStreetMap contributors',
): Asked {
  const asked: Asked = { searches: [] };
  network.use(
    http.get(paths.stationTile, ({ params }) => {
      const [z, x, y] = [Number(params['z']), Number(params['x']), Number(params['y'])];
      const here = stations.filter(({ lat, lng }) => {
        const home = tileOf(lat, lng, z);
        return home.x === x && home.y === y;
      });
      const at = new Date().toISOString();
      return HttpResponse.json({ z, x, y, at, stations: here, clusters: [] });
    }),
    http.get(paths.place, () => HttpResponse.json({ place: null })),
    http.get(paths.placeSearch, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      const tower = { name: 'Willis Tower', lat: 41.8789, lng: -87.6359 };
      const places = q.startsWith('Willis') ? [tower] : [];
      return HttpResponse.json({ places, ...(attribution && { attribution }) });
    }),
    http.get(paths.stationSearch, ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? '';
      asked.searches.push(q);
      if (search) return search(q);
      const found = stations.filter(({ name }) => name.toLowerCase().startsWith(q.toLowerCase()));
      return HttpResponse.json({ stations: found });
    }),
  );
  return asked;
}

/** Stores a tile as the service worker does. */
function storeTile(station: StationSummary) {
  const tile = tileOf(station.lat, station.lng, 12);
  const at = new Date(Date.now() - 5 * 60_000 - 1000).toISOString();
  const body = JSON.stringify({ ...tile, at, stations: [station], clusters: [] });
  vi.stubGlobal('caches', {
    has: async () => true,
    open: async () => ({
      keys: async () => [new Request(`http://localhost/api/stations/tiles/12/${tile.x}/${tile.y}`)],
      match: async () => new Response(body),
    }),
  });
}

const names = () =>
  [...document.querySelectorAll('.st-name')].map((element) => element.textContent ?? '');
const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search stations' });
const query = () => new URLSearchParams(window.location.search);

test('without a text, the nearest stations are listed, open stations first, with counts, hours and directions', async () => {
  serve([library, full, bakery]);
  await openApp('/search');
  await waitFor(() => expect(names()).toEqual(['Corner Bakery', 'Library', 'Full House']));
  expect(document.title).toBe('Search nearby stations');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Stations in this area');
  const row = within(screen.getByText('Full House').closest('li') ?? document.body);
  expect(row.getByText('Closed now')).toBeDefined();
  expect(row.getByText('6 chargers · 0 free slots')).toBeDefined();
  expect(row.getByRole('link', { name: 'Directions to Full House' })).toBeDefined();
  expect(screen.getAllByText('Open 24 hours')).toHaveLength(2);
});

test('for a return, stations with free slots come first, and the address contains the choice', async () => {
  serve([library, { ...full, hours: bakery.hours }, bakery]);
  const { user } = await openApp('/search');
  await waitFor(() => expect(names()[1]).toBe('Full House'));
  await user.click(screen.getByRole('radio', { name: 'Return' }));
  expect(names()).toEqual(['Corner Bakery', 'Library', 'Full House']);
  expect(screen.getAllByText('2 free slots · 6 chargers')).toHaveLength(2);
  expect(query().get('for')).toBe('return');
});

test('stations that lend no charger come last and are dimmed, also in the results for a name', async () => {
  const offline = { ...bakery, id: 'DEFGHJ2', name: 'Corner Cafe', online: false };
  const empty = { ...bakery, id: 'FGHJK24', name: 'Corner Bar', chargers: 0, freeSlots: 8 };
  const paused = { ...bakery, id: 'GHJK245', name: 'Corner Diner', chargers: 0, paused: true };
  const far = { ...library, name: 'Corner Library' };
  serve([offline, empty, paused, far, bakery]);
  const { user } = await openApp('/search?q=corner');
  await waitFor(() => expect(names()).toHaveLength(5));
  const dimmed = () =>
    [...document.querySelectorAll('.st-open[data-dimmed] .st-name')].map(
      (element) => element.textContent,
    );
  const others = ['Corner Cafe', 'Corner Bar', 'Corner Diner'];
  expect(names()).toEqual(['Corner Library', 'Corner Bakery', ...others]);
  expect(dimmed()).toEqual(others);
  await user.click(screen.getByRole('radio', { name: 'Return' }));
  expect(names().at(-1)).toBe('Corner Cafe');
  expect(dimmed()).toEqual(['Corner Cafe']);
});

test('with the filter, only open stations are listed', async () => {
  serve([full]);
  const { user } = await openApp('/search?open=1');
  await screen.findByText('No stations are open now');
  expect(names()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show closed stations too' }));
  await screen.findByText('Full House');
  expect(query().has('open')).toBe(false);
});

test('when the user pauses typing, the search runs, the number of results is announced, and the text is in the address', async () => {
  const asked = serve([library, bakery]);
  const { user } = await openApp('/search');
  await screen.findByText('Library');
  await user.type(field(), 'lib');
  const found = await screen.findByRole('heading', { name: '1 station found' });
  expect(found).toBeDefined();
  expect(names()).toEqual(['Library']);
  expect(asked.searches).toEqual(['lib']);
  expect(query().get('q')).toBe('lib');
  await within(screen.getByRole('status')).findAllByText('1 station found');
  await user.click(screen.getByRole('button', { name: 'Clear search' }));
  await waitFor(() => expect(names()).toEqual(['Corner Bakery', 'Library']));
  expect(query().has('q')).toBe(false);
  expect(document.activeElement).toBe(field());
});

test('only the last search counts, even if the answer to an earlier search comes later', async () => {
  let answerFirst: (value: Response) => void = () => {};
  const first = new Promise<Response>((resolve) => (answerFirst = resolve));
  serve([library, bakery]);
  network.use(
    http.get(paths.stationSearch, ({ request }) =>
      new URL(request.url).searchParams.get('q') === 'c'
        ? first
        : HttpResponse.json({ stations: [library] }),
    ),
  );
  const { user } = await openApp('/search?q=c');
  await screen.findByRole('searchbox');
  await user.clear(field());
  await user.type(field(), 'lib');
  await waitFor(() => expect(names()).toEqual(['Library']));
  answerFirst(HttpResponse.json({ stations: [bakery] }));
  await first;
  expect(names()).toEqual(['Library']);
});

test('an empty result explains what to do next', async () => {
  serve([bakery]);
  const { user } = await openApp('/search?q=nowhere');
  await screen.findByText('No stations found');
  await user.click(screen.getByRole('button', { name: 'Search this area' }));
  await screen.findByText('Corner Bakery');
  expect(query().has('q')).toBe(false);
  expect(query().has('at')).toBe(true);
});

test('a search that failed can be repeated', async () => {
  let fails = true;
  serve([bakery], () =>
    fails ? problem('serverError') : HttpResponse.json({ stations: [bakery] }),
  );
  const { user } = await openApp('/search?q=corner');
  await screen.findByRole('alert');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Corner Bakery')).toBeDefined();
});

test('a submitted station id opens its station', async () => {
  serve([bakery]);
  network.use(http.get(paths.station, () => HttpResponse.json(station)));
  const { user } = await openApp('/search');
  await screen.findByRole('searchbox');
  await user.type(field(), 'abc-defv{Enter}');
  await waitFor(() => expect(window.location.pathname).toBe('/home'));
  expect(query().get('equip_id')).toBe('ABCDEFV');
});

test('a station that was opened from the search leads back to the results', async () => {
  network.use(http.get(paths.station, () => HttpResponse.json(station)));
  // The path of the search looks like the path of a station, so this handler must come first.
  serve([bakery, library]);
  const { user } = await openApp('/search?q=corner&for=return');
  await user.click(await screen.findByRole('link', { name: /^Corner Bakery/ }));
  await screen.findByText('$1.00 per started hour');
  await user.click(screen.getByRole('link', { name: 'Close station' }));
  await screen.findByRole('heading', { name: '1 station found' });
  expect(field().value).toBe('corner');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Return' }).checked).toBe(true);
});

test('for a return, the drawn free slots are in colour in the list and on the sheet', async () => {
  network.use(http.get(paths.station, () => HttpResponse.json(station)));
  serve([bakery, library]);
  const { user } = await openApp('/search?q=corner&for=return');
  const row = await screen.findByRole('link', { name: /^Corner Bakery/ });
  expect(row.querySelector('.st-meter.to-return')).not.toBeNull();
  await user.click(row);
  await screen.findByText('$1.00 per started hour');
  expect(document.querySelector('.st-summary .st-meter.to-return')).not.toBeNull();
});

test('a chosen place lists its stations, with distances from the place', async () => {
  serve([bakery, library]);
  const { user } = await openApp('/search?q=Willis');
  await user.click(await screen.findByRole('button', { name: 'Willis Tower' }));
  await screen.findByRole('heading', { name: 'Stations near Willis Tower' });
  expect(names()).toEqual(['Corner Bakery', 'Library']);
  expect(screen.getByText('500 m · 6 min walk')).toBeDefined();
  expect(query().get('at')).toBe('41.87890,-87.63590');
  expect(field().value).toBe('');
});

test('the number of places with this name is announced, their data source is shown, and the user can choose a place', async () => {
  serve([bakery]);
  const { user } = await openApp('/search?q=Willis');
  await screen.findByText('Choose a place above to see the stations near it.');
  expect(screen.getByText('© OpenStreetMap contributors')).toBeDefined();
  await within(screen.getByRole('status')).findAllByText('1 place found');
  await user.click(screen.getByRole('button', { name: 'Willis Tower' }));
  await screen.findByRole('heading', { name: 'Stations near Willis Tower' });
  expect(screen.queryByText('© OpenStreetMap contributors')).toBeNull();
});

test.each([
  ['places', undefined, 'Try a street, an area, a postal code, or the name of a station.'],
  ['only stations', '', 'Try the name, the address or the ID of a station.'],
])(
  'if %s can be found and nothing matches, the page explains what to try',
  async (_, attribution, words) => {
    serve([bakery], undefined, attribution);
    await openApp('/search?q=nowhere');
    await screen.findByText('No stations found');
    expect(await screen.findByText(words)).toBeDefined();
  },
);

test('cleared text does not appear again, even if a keyboard had added a space after the text', async () => {
  const asked = serve([bakery]);
  const { user } = await openApp('/search');
  await screen.findByText('Corner Bakery');
  await user.type(field(), 'nowhere ');
  await screen.findByText('No stations found');
  const clear = screen.getAllByRole('button', { name: 'Clear search' }).at(-1);
  if (clear) await user.click(clear);
  await screen.findByText('Corner Bakery');
  expect(field().value).toBe('');
  // After the pause for this text, the pause for the old text has also ended.
  await user.type(field(), 'corner');
  await screen.findByRole('heading', { name: '1 station found' });
  expect(asked.searches).toEqual(['nowhere', 'corner']);
});

test('the heading for a part of the map names the known place in that part', async () => {
  serve([bakery]);
  network.use(
    http.get(paths.place, ({ request }) => {
      const lat = new URL(request.url).searchParams.get('lat');
      const place = lat === '41.8800' ? { name: 'Corner Bakery', lat: 41.88, lng: -87.63 } : null;
      return HttpResponse.json({ place });
    }),
  );
  await openApp('/search?at=41.88,-87.63');
  await screen.findByRole('heading', { name: 'Stations near Corner Bakery' });
  cleanup();
  await openApp('/search?at=41.9,-87.63');
  await screen.findByText('Corner Bakery');
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Stations in this area');
});

test('if a station that was found for a return is full, the rider can watch it for a free slot', async () => {
  const here = { ...full, id: station.id };
  serve([here]);
  network.use(http.get(paths.station, () => HttpResponse.json({ ...station, ...here })));
  const { user } = await openApp('/search?for=return');
  await user.click(await screen.findByRole('link', { name: /^Full House/ }));
  await screen.findByRole('button', { name: 'Tell me when a free slot is here' });
  expect(screen.getByRole('link', { name: 'Unlock a charger' })).toBeDefined();
});

test.each(['abc', '91,0', '0,181', '1e3,4', ''])(
  'an address with the invalid position %s is read like an address without a position',
  async (at) => {
    serve([bakery]);
    await openApp(`/search?at=${at}&place=Nowhere`);
    await screen.findByText('Corner Bakery');
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Stations in this area');
  },
);

test('without a network, the stored stations are searched and labelled as stored', async () => {
  serve([bakery], () => HttpResponse.error());
  storeTile(library);
  await openApp('/search?q=libary');
  await screen.findByRole('heading', { name: 'Saved stations' });
  expect(names()).toEqual(['Library']);
  expect(screen.getByText('Updated 5 min ago')).toBeDefined();
});
