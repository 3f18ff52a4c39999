// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createHtml, joinHtml } from '../../../contract/rules/firstScreen/html.ts';
import { directionsIcon } from '../../../contract/rules/firstScreen/icons.ts';
import { paintedList, paintedStation } from '../../../contract/rules/firstScreen/painted.ts';
import {
  paintedRowContent,
  paintedSheetContent,
} from '../../../contract/rules/firstScreen/paintedContent.ts';
import { slotMeter, stationRow } from '../../../contract/rules/firstScreen/stationRow.ts';
import { stationFacts } from '../../../contract/rules/firstScreen/stationSheet.ts';
import { homeTemplate, sheetTemplates } from '../../../contract/rules/firstScreen/templates.ts';
import { textsOf } from '../../../contract/rules/firstScreen/texts.ts';
import { configOfTests } from '../../testing/fakeNetwork.ts';
import { station } from '../../testing/rider.ts';
import { savedMapKey } from '../../lib/storage/savedMap.ts';
import type { SavedMap } from '../../lib/storage/savedMap.ts';
import { lastVisitKey } from './lastVisitData.ts';
import { startWordsKey } from './startWords.ts';

const words: Record<string, string> = {
  language: 'en',
  home: 'Home',
  menu: 'Menu',
  search: 'Search stations',
  notification: 'Notification',
  around: 'Stations in this area',
  scanToRent: 'Scan to rent',
  directionsTo: 'Directions to {{name}}',
  closeStation: 'Close station',
  stationId: 'Station ID',
  counts: '{{chargers}} · {{freeSlots}}',
  chargers_one: '{{count}} charger',
  chargers_other: '{{count}} chargers',
  freeSlots_one: '{{count}} free slot',
  freeSlots_other: '{{count}} free slots',
  form_0: 'other',
  form_1: 'one',
  form_2: 'other',
  closed: 'Closed now',
  unlock: 'Unlock a charger',
  watchCharger: 'Tell me when a charger is here',
};

const price = {
  language: 'en',
  facts: [
    { label: 'Rate', value: '$1.00 per started hour' },
    { label: 'Deposit', value: '$20.00, held until you return' },
  ],
};

/** 25 stations, ordered by distance. The list shows the nearest 20. */
const stations = Array.from({ length: 25 }, (_, index) => ({
  ...station,
  id: `${station.id.slice(0, 5)}${String(index).padStart(2, '0')}`,
  name: `Station ${index}`,
  lat: station.lat + index / 1000,
  chargers: index % 3,
}));

function saveVisit(linked: typeof station | null, saved: object | null = price): void {
  const tile = { z: 12, x: 1, y: 2, at: station.at, stations: stations.toReversed(), clusters: [] };
  const visit = { config: configOfTests, tiles: [tile], station: linked, price: saved };
  localStorage.setItem(lastVisitKey, JSON.stringify(visit));
}

/** Opens a page as the service worker serves it: as the build created it, without painted data. */
async function open(address: string): Promise<void> {
  history.replaceState(null, '', address);
  document.documentElement.dataset['start'] = 'home';
  const texts = { home: 'home', menu: 'menu', search: 'search', notification: 'notification' };
  document.body.innerHTML = `<div id="root">${homeTemplate(texts)}</div>${sheetTemplates()}`;
  vi.resetModules();
  await import('./repaint.ts');
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(startWordsKey, JSON.stringify(words));
});

test('the stations of the last visit are painted, nearest first', async () => {
  saveVisit(null);
  await open('/home');
  const rows = [...document.querySelectorAll('.st-row')];
  expect(rows.map((row) => row.querySelector('.st-name')?.textContent)).toEqual(
    stations.slice(0, 20).map(({ name }) => name),
  );
  expect(rows[1]?.textContent).toContain('1 charger · 2 free slots');
  expect(rows[2]?.textContent).toContain('2 chargers · 2 free slots');
  const pills = rows[2]?.querySelector('.charger')?.getAttribute('d');
  expect(pills?.match(/z/g)).toHaveLength(2);
  expect(document.querySelector('.home-wait')).toBeNull();
});

test('the opening hours of a station use its own time zone', async () => {
  vi.useFakeTimers({ now: new Date(2026, 5, 1, 23, 30), toFake: ['Date'] });
  const hours = Array.from({ length: 7 }, () => '08:00-12:00');
  for (const [minutes, isOpen] of [
    [0, false],
    [510, true],
    [750, false],
    [-690, false],
    [-720, true],
  ] as const) {
    const tile = { z: 12, x: 1, y: 2, at: '', stations: [{ ...station, hours }], clusters: [] };
    const visit = { config: configOfTests, tiles: [tile], station: null };
    const ahead = { [station.timeZone]: minutes };
    localStorage.setItem(lastVisitKey, JSON.stringify({ ...visit, ahead }));
    await open('/home');
    expect(document.querySelector('.st-line')?.textContent.includes('Closed now')).toBe(!isOpen);
  }
  vi.useRealTimers();
});

test('the text beside the address of a linked station shows that the station is closed', async () => {
  saveVisit({ ...station, hours: Array.from({ length: 7 }, () => null) });
  await open(`/home?equip_id=${station.id}`);
  const address = document.querySelector('.st-top .st-line');
  expect(address?.textContent).toBe(`Closed now · ${station.address}`);
});

test('a linked station without chargers is painted without a link to the unlock page', async () => {
  saveVisit({ ...station, chargers: 0 });
  await open(`/home?equip_id=${station.id}`);
  const button = document.querySelector('.home-foot a');
  expect(button?.textContent).toBe('Tell me when a charger is here');
  expect(button?.getAttribute('href')).toBe(`/home?equip_id=${station.id}`);
  // The app's button at this place is not yellow.
  expect(button?.className).toBe('home-cta home-watch');

  saveVisit(station);
  await open(`/home?equip_id=${station.id}`);
  const unlock = document.querySelector('.home-foot a');
  expect(unlock?.getAttribute('href')).toBe(`/payment/unlockChanger?equip_id=${station.id}`);
  expect(unlock?.className).toBe('home-cta');
});

test('a linked station that is paused is painted without a main action', async () => {
  saveVisit({ ...station, chargers: 0, paused: true });
  await open(`/home?equip_id=${station.id}`);
  expect(document.querySelector('.st-title')?.textContent).toBe(station.name);
  expect(document.querySelector('.home-foot')).toBeNull();
});

test('a linked station is painted with its price, and the skeleton stays for a station that is not stored', async () => {
  saveVisit(station);
  await open(`/home?equip_id=${station.id.toLowerCase()}`);
  expect(document.querySelector('.st-title')?.textContent).toBe(station.name);
  const facts = document.querySelector('.st-facts')?.textContent;
  expect(facts).toContain('$1.00 per started hour');
  expect(facts).toContain('$20.00, held until you return');

  await open('/home?equip_id=2222222');
  expect(document.querySelector('.st-sheet')).toBeNull();
  expect(document.querySelector('.home-wait')).not.toBeNull();
});

test.each([
  ['that an old version of the app saved without a price', null],
  ['whose price is in another language', { ...price, language: 'es' }],
  ['whose price is invalid', { language: 'en', facts: 1 }],
])('the skeleton stays for a linked station %s', async (_name, saved) => {
  saveVisit(station, saved);
  await open(`/home?equip_id=${station.id}`);
  expect(document.querySelector('.st-sheet')).toBeNull();
  expect(document.querySelector('.home-wait')).not.toBeNull();
});

test('the skeleton stays if there is no last visit, or if the last visit was in another language', async () => {
  await open('/home');
  expect(document.querySelector('.home-wait')).not.toBeNull();
  saveVisit(null);
  localStorage.setItem('changeLanguage', 'es');
  await open('/home');
  expect(document.querySelector('.st-row')).toBeNull();
});

test('the texts of home are in the language of the last visit', async () => {
  saveVisit(null);
  await open('/home');
  expect(document.querySelector('h1')?.textContent).toBe('Home');
  expect(document.querySelector('.home-search')?.textContent).toBe('Search stations');
  expect(document.querySelector('[href="/menu"]')?.getAttribute('aria-label')).toBe('Menu');
});

describe('the map of the last visit', () => {
  const pin = { x: 100, y: 200, label: '3', stock: 'some', isHighlighted: true };
  const saved: SavedMap = {
    version: 2,
    language: 'en',
    theme: 'light',
    zoom: 15,
    x: 1000,
    y: 2000,
    width: 360,
    height: 640,
    picture: 'data:image/webp;base64,AAAA',
    pins: [
      { ...pin, station: station.id, name: 'Bakery, 3 chargers' },
      { ...pin, station: null, name: '2 stations', label: '12k+', isHighlighted: false },
    ],
    attribution: [
      { text: '© ', href: null },
      { text: 'OSM', href: 'https://osm.example' },
    ],
  };
  const openWith = async (map: object, address = '/home') => {
    localStorage.setItem(savedMapKey, JSON.stringify(map));
    await open(address);
  };
  const map = () => document.querySelector('#root + .first-map');

  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    saveVisit(null);
  });

  test('is painted with its pins as links and its attribution', async () => {
    await openWith(saved);
    expect(map()?.querySelector('img')?.getAttribute('src')).toBe(saved.picture);
    const [bakery] = map()?.querySelectorAll('a.map-pin') ?? [];
    expect(bakery?.getAttribute('href')).toBe(`/home?equip_id=${station.id}`);
    expect(bakery?.getAttribute('aria-label')).toBe('Bakery, 3 chargers');
    expect(map()?.querySelector('span.map-pin')?.textContent).toBe('12k+');
    expect(map()?.querySelector('.map-attribution')?.textContent).toBe('© OSM');
    expect(map()?.querySelector('.map-attribution a')?.getAttribute('href')).toBe(
      'https://osm.example',
    );
  });

  test.each([
    ['in another language', { ...saved, language: 'es' }],
    ['in another theme', { ...saved, theme: 'black' }],
    ['by an earlier version of the app', { ...saved, version: 1 }],
    ['by a later version of the app', { ...saved, version: 3 }],
    ['without pins', { ...saved, pins: null }],
    ['with invalid pins', { ...saved, pins: [null] }],
  ])('is not painted if it was saved %s, but the list is painted', async (_name, map_) => {
    await openWith(map_);
    expect(map()).toBeNull();
    expect(document.querySelector('.st-row')).not.toBeNull();
  });

  test('is painted with its pins if it was saved without a picture', async () => {
    await openWith({ ...saved, picture: null });
    expect(map()?.querySelector('img')).toBeNull();
    expect(map()?.querySelectorAll('.first-pins > .map-pin')).toHaveLength(2);
    expect(map()?.querySelector('.map-attribution')).not.toBeNull();
  });

  test('is painted if the list of the last visit is invalid', async () => {
    localStorage.setItem(
      lastVisitKey,
      JSON.stringify({ config: configOfTests, tiles: [null], station: null }),
    );
    await openWith(saved);
    expect(map()?.querySelector('img')).not.toBeNull();
    expect(document.querySelector('.st-row')).toBeNull();
  });

  test('is not painted for the link of a station, because the app shows that station', async () => {
    await openWith(saved, `/home?equip_id=${station.id}`);
    expect(map()).toBeNull();
  });
});

/** Returns the markup as the browser parses it, without the attribute `data-fill`. */
function markup(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('[data-fill]')) element.removeAttribute('data-fill');
  return body.innerHTML;
}

test('the script of the first frame paints the same sheets as the server', async () => {
  const texts = textsOf(
    (key) => words[key] ?? '',
    (count) => words[`form_${count}`] ?? 'other',
  );
  const webMap = configOfTests.map.directionsUrl;
  const data = { texts, webMap, isOpen: () => true };
  const painted = () => markup(document.querySelector('.home-body')?.innerHTML ?? '');

  const malicious = { ...station, name: '<b>"Bakery" & \'Café\'</b>{{name}}' };
  const tile = { z: 12, x: 1, y: 2, at: '', stations: [malicious], clusters: [] };
  const visit = { config: configOfTests, tiles: [tile], station: malicious, price };
  localStorage.setItem(lastVisitKey, JSON.stringify(visit));

  await open('/home');
  const row = stationRow(
    createHtml,
    paintedRowContent(malicious, data),
    slotMeter(createHtml, malicious),
    directionsIcon(createHtml),
  );
  const own = { around: texts.say('around'), scanToRent: texts.say('scanToRent') };
  expect(painted()).toBe(markup(joinHtml(paintedList(createHtml, own, [row]))));

  await open(`/home?equip_id=${station.id}`);
  const sheet = paintedStation(
    createHtml,
    paintedSheetContent(malicious, data),
    slotMeter(createHtml, malicious),
    stationFacts(createHtml, texts, station.id, price.facts),
  );
  expect(painted()).toBe(markup(joinHtml(sheet)));
  expect(document.querySelector('.st-title')?.textContent).toBe(malicious.name);
});
