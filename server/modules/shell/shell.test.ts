import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../../../contract/paths.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { addStation } from '../../testing/stations.ts';
import { inlineHashes } from '../../http/build/securityHeaders.ts';
import { createShell, inlineJson } from './shell.ts';
import { languageOf } from './words.ts';

const page = `<!doctype html><html lang="en" dir="ltr"><head><meta name="description" content="Rent"/><style>a{}</style><!--known--><script>go()</script><!--/known--></head><body>
<div id="root"><!--home--><h1>As built</h1><!--/home--></div>
<!--kept--><template id="paint-row"></template><script>repaint()</script><!--/kept--><script type="application/json" id="early"></script></body></html>`;

let app: TestApp;
let evil: string;
/** A station that is always closed, at the same distance as the other station. */
let shut: string;
let paint: (url: string, headers?: Record<string, string>) => Promise<string>;

beforeAll(async () => {
  const DIRECTIONS_URL = 'https://maps.example/walk?to={lat},{lng}&name={name}';
  app = await startTestApp({ env: { DIRECTIONS_URL } });
  evil = await addStation(app.deps.db, {
    lat: 41.8781,
    lng: -87.6298,
    name: '</script><script>alert("1")</script>\u2028 & $1 <!--/home-->',
    chargers: 3,
    free_slots: 5,
    slots: 8,
  });
  shut = await addStation(app.deps.db, {
    // This id comes first among the stations at the same distance.
    id: '2222229',
    lat: 41.8781,
    lng: -87.6298,
    hours: Array.from({ length: 7 }, () => null),
    slots: 8,
  });
  const shell = createShell(app.deps);
  paint = (url, headers = {}) => shell.render(page, { url, headers });
});
afterAll(() => app.close());

test.each([
  ['without chargers', { chargers: 0, free_slots: 8, slots: 8 }],
  ['offline', { chargers: 3, free_slots: 5, slots: 8, online: false }],
])('a linked station that is %s has no unlock button on the first screen', async (_what, state) => {
  const id = await addStation(app.deps.db, { lat: 42.5, lng: -87.6298, ...state });
  const html = await paint(`/home?equip_id=${id}`);
  expect(html).toContain('Tell me when a charger is here');
  expect(html).not.toContain('/payment/unlockChanger');
  // In the app, this button is not yellow, so the link needs the class `home-watch`.
  expect(html).toContain(`<a class="home-cta home-watch" href="/home?equip_id=${id}"`);
});

test('a linked station without chargers leads to the nearest open station with a charger on the first screen', async () => {
  const lng = -87.2;
  const counts = { chargers: 2, free_slots: 6, slots: 8 };
  const { db } = app.deps;
  const add = (lat: number, more: object = {}) => addStation(db, { lat, lng, ...counts, ...more });
  const id = await add(42.3, { chargers: 0 });
  await add(42.3005, { name: 'Closed Gym', hours: Array.from({ length: 7 }, () => null) });
  await add(42.301, { name: 'Empty Cafe', chargers: 0 });
  await add(42.3015, { name: 'Offline Bar', online: false });
  const next = await add(42.3025, { name: 'Lake Hall' });
  await add(42.305, { name: 'Far Hall' });

  const html = await paint(`/home?equip_id=${id}`);
  expect(html).toContain(
    '<div class="st-next"><p>Nearest open station with a charger: Lake Hall, 3 min walk</p>' +
      `<a href="/home?equip_id=${next}">Show</a></div><dl class="st-facts">`,
  );
  expect(await paint(`/home?equip_id=${id}`, { 'accept-language': 'es' })).toContain(
    'Lake Hall, 3 min a pie',
  );
  // The app chooses the same station without a request, because it already has the tiles around the station.
  const early: unknown = JSON.parse(/id="early">([^<]*)</.exec(html)?.[1] ?? '');
  expect(early).toMatchObject({
    tiles: expect.arrayContaining([
      expect.objectContaining({
        stations: expect.arrayContaining([expect.objectContaining({ id: next })]),
      }),
    ]),
  });
  expect(await paint(`/home?equip_id=${next}`)).not.toContain('st-next');
});

test('the page of a linked station contains the form for a payment by card', async () => {
  const { body: form } = await app.call(paths.cardForm);
  const earlyOf = (html: string): unknown =>
    JSON.parse(/id="early">([^<]*)</.exec(html)?.[1] ?? '');
  expect(earlyOf(await paint(`/home?equip_id=${evil}`))).toMatchObject({ cardForm: form });
  expect(earlyOf(await paint('/home'))).not.toHaveProperty('cardForm');
});

test('a linked station without chargers has no notice if no station around has a charger', async () => {
  const id = await addStation(app.deps.db, { lat: 10, lng: 10, chargers: 0, slots: 8 });
  expect(await paint(`/home?equip_id=${id}`)).not.toContain('st-next');
});

test('a page for a browser that does not save data contains the photo of the linked station', async () => {
  const photo = '/photos/corner.webp';
  const id = await addStation(app.deps.db, { lat: 42.6, lng: -87.6298, name: 'Corner', photo });
  const opens = { 'sec-fetch-mode': 'navigate' };
  const tag =
    '<img src="/photos/corner.webp" alt="Where the cabinet is at Corner" loading="lazy" fetchpriority="low"/>';
  expect(await paint(`/home?equip_id=${id}`, opens)).toContain(tag);
  for (const headers of [{ ...opens, 'save-data': 'on' }, {}]) {
    const html = await paint(`/home?equip_id=${id}`, headers);
    expect(html).toContain('<span class="st-photo">');
    expect(html).not.toContain('<img src="/photos');
  }
});

test('a linked station that is paused has no main action on the first screen', async () => {
  const id = await addStation(app.deps.db, { lat: 42.5, lng: -87.6298, state: 'paused' });
  const html = await paint(`/home?equip_id=${id}`);
  expect(html).toContain('Returns only right now');
  expect(html).not.toContain('Tell me when a charger is here');
  expect(html).not.toContain('home-foot');
});

test('the home page lists open stations first', async () => {
  const html = await paint('/home');
  const rows = [...html.matchAll(/href="\/home\?equip_id=(\w+)"/g)].map(([, id]) => id);
  expect(rows.indexOf(evil)).toBeGreaterThanOrEqual(0);
  expect(rows.indexOf(shut)).toBeGreaterThan(rows.indexOf(evil));
});

test('the home page contains the nearest stations, as HTML and as data', async () => {
  const html = await paint('/home');
  expect(html).toContain(`href="/home?equip_id=${evil}"`);
  expect(html).toContain('3 chargers · 5 free slots');
  const [, chargers] = /class="charger" d="([^"]+)"/.exec(html) ?? [];
  expect(chargers?.match(/z/g)).toHaveLength(3);
  expect(html).toContain(
    'href="https://maps.example/walk?to=41.8781,-87.6298&amp;name=%3C%2Fscript',
  );
  const early = /id="early">([^<]*)</.exec(html)?.[1] ?? '';
  expect(JSON.parse(early)).toMatchObject({ config: { country: 'US' }, station: null });
});

test('a malicious name is shown as text, and is not executed', async () => {
  for (const url of ['/home', `/home?equip_id=${evil}`]) {
    const html = await paint(url, { cookie: 'visited=1' });
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toContain('<script>alert');
    expect(html).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;');
    expect(html).toContain('$1');
    // The first screen must not change the inline script of the page, because the content security policy contains its
    // hash.
    expect(inlineHashes(html).scripts).toContain(inlineHashes(page).scripts[0]);
  }
});

test("a linked station shows its price, whether the link has the station's id or the address of its QR code", async () => {
  for (const query of [
    `equip_id=${evil.toLowerCase()}`,
    `link=${encodeURIComponent(`${app.deps.settings.publicUrl}/s/${evil}`)}`,
  ]) {
    const html = await paint(`/home?${query}`);
    expect(html).toContain('$1.00');
    expect(html).toContain('$1.00 per started hour');
    expect(html).toContain('$20.00, held until you return');
  }
});

test.each([
  ['an unknown station', '/home?equip_id=2222222'],
  ["a stranger's address", '/home?link=https%3A%2F%2Fevil.example%2F'],
])('the first screen shows the list for %s', async (_, url) => {
  expect(await paint(url)).toContain('Stations in this area');
});

test('the home page has the first screen instead of the skeleton, in the language of the browser', async () => {
  const html = await paint('/home', { 'accept-language': 'es-MX,es;q=0.9' });
  expect(html).not.toContain('As built');
  expect(html).toContain('aria-label="Menú"');
  expect(html).toContain('<h1 class="visually-hidden">Inicio</h1>');
});

test('other pages are sent as built, in the language of the browser', async () => {
  const html = await paint('/menu', { 'accept-language': 'es-MX,es;q=0.9' });
  expect(html).toContain('As built');
  expect(html).toContain('<html lang="es"');
  expect(html).toContain('<meta name="description" content="Alquila un cargador portátil');
  expect(html).toContain('id="early"></script>');
});

test('no page contains the parts for the service worker', async () => {
  const first = await paint('/home');
  expect(await paint('/home')).toBe(first);
  for (const html of [first, await paint('/menu')]) {
    expect(html).not.toContain('<template');
    expect(html).not.toContain('repaint()');
    expect(html).toContain('<script type="application/json" id="early">');
  }
});

test('the page reads the stored data of a device before the first frame only if the app has run there', async () => {
  for (const [url, start] of [
    ['/', 'home'],
    ['/home?equip_id=2222222', 'home'],
    ['/menu', 'page'],
  ] as const) {
    const html = await paint(url, { cookie: 'notvisited=1; language=es' });
    expect(html).not.toContain('go()');
    expect(html).toContain(`<html lang="es" data-start="${start}"`);
    expect(await paint(url, { cookie: 'language=es; visited=1' })).toContain('<script>go()');
  }
});

test('the language is the chosen language, else Spanish if the browser accepts Spanish, else English', () => {
  const of = (accept: string, cookie?: string) => languageOf({ 'accept-language': accept, cookie });
  expect(of('en-US,en;q=0.9')).toBe('en');
  expect(of('en-US,es;q=0.5')).toBe('es');
  expect(of('zh-CN,zh;q=0.9')).toBe('en');
  expect(of('es', 'a=b; language=zh-CN')).toBe('zh-CN');
  expect(of('es', 'language=xx')).toBe('es');
  expect(of('est')).toBe('en');
});

test('data cannot close its script element', () => {
  const text = inlineJson({ name: '</script>\u2028' });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual({ name: '</script>\u2028' });
});
