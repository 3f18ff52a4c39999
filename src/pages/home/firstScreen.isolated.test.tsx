import { act, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHtml } from '../../../contract/rules/firstScreen/html.ts';
import { directionsIcon } from '../../../contract/rules/firstScreen/icons.ts';
import {
  paintedHome,
  paintedList,
  paintedStation,
} from '../../../contract/rules/firstScreen/painted.ts';
import {
  paintedRowContent,
  paintedSheetContent,
} from '../../../contract/rules/firstScreen/paintedContent.ts';
import { priceFacts } from '../../../contract/rules/firstScreen/priceFacts.ts';
import { slotMeter, stationRow } from '../../../contract/rules/firstScreen/stationRow.ts';
import { nextNotice, stationFacts } from '../../../contract/rules/firstScreen/stationSheet.ts';
import { textsOf } from '../../../contract/rules/firstScreen/texts.ts';
import { paths } from '../../../contract/paths.ts';
import { tileOf } from '../../../contract/rules/places/tiles.ts';
import common from '../../../locales/en/common.json';
import stations from '../../../locales/en/stations.json';
import { LazyPart } from '../../lib/loading/lazyPart.ts';
import { nextTask } from '../../lib/loading/nextTask.ts';
import { configOfTests, fakeNetwork, network } from '../../testing/fakeNetwork.ts';
import { forgetVisit, openApp } from '../../testing/openApp.tsx';
import { station } from '../../testing/rider.ts';
import { startTexts } from '../../testing/texts.ts';
import { stationMap } from './stationMapPart.ts';

// The app replaces the first screen by its own screen. No element may move, so the markup must be
// the same.

// In these tests the map of the app never loads, because they check the page before this map exists.
const loadMap = vi.fn<() => Promise<never>>(() => new Promise(() => {}));
vi.mock('./stationMapPart.ts', () => ({ stationMap: new LazyPart<object>(() => loadMap()) }));
// The browser is never idle, so the map of the app starts only if the user needs it.
vi.mock('../../lib/loading/whenIdle.ts', () => ({ whenIdle: () => new Promise(() => {}) }));

beforeAll(() => startTexts());
beforeEach(forgetVisit);
fakeNetwork();

const words = new Map<string, unknown>(Object.entries({ ...common, ...stations }));
const data = {
  texts: textsOf(
    (key) => String(words.get(key)),
    (count) => (count === 1 ? 'one' : 'other'),
  ),
  webMap: configOfTests.map.directionsUrl,
  isOpen: () => true,
};
const home = {
  home: 'Home',
  menu: 'Menu',
  search: 'Search stations',
  notification: 'Notification',
  locate: stations,
};

function serve(listed = station): void {
  const { tariff: _tariff, at: _at, ...near } = listed;
  const here = tileOf(station.lat, station.lng, 12);
  network.use(
    http.get(paths.stationTile, ({ params }) => {
      const [z, x, y] = [Number(params['z']), Number(params['x']), Number(params['y'])];
      const isHere = x === here.x && y === here.y;
      const at = new Date().toISOString();
      return HttpResponse.json({ z, x, y, at, stations: isHere ? [near] : [], clusters: [] });
    }),
    http.get(paths.stationTileEvents, () => new HttpResponse(null, { status: 503 })),
    http.get(paths.station, () => HttpResponse.json(station)),
  );
}

function painted(sheet: ReturnType<typeof paintedList<ReturnType<typeof createHtml>>>): Element {
  const { html } = paintedHome(createHtml, home, sheet);
  return new DOMParser().parseFromString(html, 'text/html').body;
}

/** Returns the classes of all painted elements, each with the classes of the elements around it. */
function classes(root: ParentNode): string[] {
  return [...root.querySelectorAll('.home, .home *')].flatMap((element) => {
    if (!/^(?:home|st|visually)\b/.test(element.getAttribute('class') ?? '')) return [];
    const around: string[] = [];
    for (let at: Element | null = element; at?.closest('.home'); at = at.parentElement) {
      around.unshift(at.getAttribute('class') ?? at.localName);
    }
    return around.join(' > ');
  });
}

/**
 * Expects that an element has the same markup in the first screen and in the app. In the
 * app, the element must have no event handlers and no state.
 */
function expectEqual(first: Element, selector: string): void {
  const [own, other] = [document.querySelector(selector), first.querySelector(selector)];
  expect(own?.outerHTML).toBe(other?.outerHTML);
  expect(own).not.toBeNull();
}

test('the list of the app has the markup of the first screen', async () => {
  serve();
  await openApp('/home');
  await screen.findByText(station.name);
  const row = stationRow(
    createHtml,
    paintedRowContent(station, data),
    slotMeter(createHtml, station),
    directionsIcon(createHtml),
  );
  const first = painted(paintedList(createHtml, stations, [row]));
  for (const selector of ['.st-row', '.home-bar', '.home-cta']) expectEqual(first, selector);
  expect(document.querySelector('.st-open')?.getAttribute('href')).toBe(
    `/home?equip_id=${station.id}`,
  );
  expect(classes(document)).toEqual(expect.arrayContaining(classes(first)));
});

test('the station of the app has the markup of the first screen', async () => {
  serve();
  await openApp(`/home?equip_id=${station.id}`);
  await screen.findByText('$1.00 per started hour');
  const first = painted(
    paintedStation(
      createHtml,
      paintedSheetContent(station, data),
      slotMeter(createHtml, station),
      stationFacts(
        createHtml,
        data.texts,
        station.id,
        priceFacts(data.texts.say, station.tariff, 'en'),
      ),
    ),
  );
  const facts = [...first.querySelectorAll('.st-facts > div')].map(({ outerHTML }) => outerHTML);
  expect(facts).toHaveLength(6);
  const own = [...document.querySelectorAll('.st-facts > div')].map(({ outerHTML }) => outerHTML);
  expect(own.slice(0, 6)).toEqual(facts);
  for (const selector of ['.st-summary', '.st-top .home-round']) expectEqual(first, selector);
  expect(classes(document)).toEqual(expect.arrayContaining(classes(first)));
});

test('the notice of the app about the next station has the markup of the first screen', async () => {
  serve({ ...station, id: 'BCDEFGX', name: 'Lake Hall' });
  network.use(
    http.get(paths.station, () =>
      HttpResponse.json({ ...station, chargers: 0, at: new Date().toISOString() }),
    ),
  );
  await openApp(`/home?equip_id=${station.id}`);
  const text = 'Nearest open station with a charger: Lake Hall, 1 min walk';
  await within(screen.getByRole('main')).findByText(text);
  const next = nextNotice(createHtml, text, { href: '/home?equip_id=BCDEFGX', show: 'Show' });
  const first = new DOMParser().parseFromString(next.html, 'text/html').body;
  expectEqual(first, '.st-next');
});

describe('a pin of the first frame', () => {
  beforeEach(() => {
    serve();
    const map = document.createElement('div');
    map.className = 'first-map';
    map.innerHTML = `<a class="map-pin" href="/home?equip_id=${station.id}"><b>3</b></a>`;
    document.body.append(map);
    return () => map.remove();
  });
  const tap = (more: MouseEventInit = {}) => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...more });
    document.querySelector('.map-pin b')?.dispatchEvent(click);
    return click.defaultPrevented;
  };

  test('opens its station in the app, even before the map of the app exists', async () => {
    await openApp('/home');
    await screen.findByText(station.name);
    expect(document.querySelector('.leaflet-container')).toBeNull();
    expect(tap()).toBe(true);
    await screen.findByText('$1.00 per started hour');
  });

  test('stays a link if the tap asks for another tab', async () => {
    await openApp('/home');
    await screen.findByText(station.name);
    expect(tap({ ctrlKey: true })).toBe(false);
  });
});

test('the map of the app starts at once while the user presses a part of the first map', async () => {
  serve();
  stationMap.state = { status: 'idle' };
  loadMap.mockClear();
  // In jsdom, no element matches `:active`. So an attribute marks the pressed element.
  const querySelector = document.querySelector.bind(document);
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
    querySelector(selector.replaceAll(':active', '[data-pressed]')),
  );
  const map = document.createElement('div');
  map.className = 'first-map';
  document.body.append(map);

  const { unmount } = await openApp('/home');
  await screen.findByText(station.name);
  await act(nextTask);
  expect(loadMap).not.toHaveBeenCalled();
  unmount();

  map.dataset['pressed'] = '';
  document.body.append(map);
  await openApp('/home');
  await vi.waitFor(() => expect(loadMap).toHaveBeenCalledTimes(1));
});

test.each(['zoomIn', 'zoomOut', 'layers'])(
  'the map of the app starts at once after a press on %s of the first map, and otherwise when the browser is idle',
  async (control) => {
    serve();
    stationMap.state = { status: 'idle' };
    loadMap.mockClear();
    const map = document.createElement('div');
    map.className = 'first-map';
    document.body.append(map);
    onTestFinished(() => void Reflect.deleteProperty(window, 'pressed'));

    const { unmount } = await openApp('/home');
    await screen.findByText(station.name);
    await act(nextTask);
    expect(loadMap).not.toHaveBeenCalled();
    unmount();

    document.body.append(map);
    Object.assign(window, { pressed: control });
    await openApp('/home');
    await vi.waitFor(() => expect(loadMap).toHaveBeenCalledTimes(1));
  },
);
