// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { isMapTile } from './baseMap.ts';
import { isPicture } from './pictures.ts';
import { isOurFile } from '../shell.ts';
import { isCacheable } from './cacheable.ts';

const asked = 'https://tiles.example/14/4200/6089.mvt';

/** Creates a response as `fetch` returns it. The constructor alone creates a response without an address. */
function fetched(url: string, type: string, status = 200, redirected = false): Response {
  const response = new Response(null, { status, headers: { 'content-type': type } });
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: redirected },
  });
}

describe('a response', () => {
  const mvt = 'application/vnd.mapbox-vector-tile';

  it('is cacheable if it is the requested file, even after a redirect within its origin', () => {
    expect(isCacheable(asked, fetched(asked, mvt), [200, 204])).toBe(true);
    expect(isCacheable(asked, fetched(asked, mvt, 204), [200, 204])).toBe(true);
    const moved = fetched('https://tiles.example/v2/14/4200/6089.mvt', mvt, 200, true);
    expect(isCacheable(asked, moved, [200])).toBe(true);
  });

  it.each([
    ['the page of a captive portal', fetched(asked, 'text/html; charset=utf-8')],
    [
      'redirected to another origin',
      fetched('https://portal.example/login', 'image/png', 200, true),
    ],
    ['partial', fetched(asked, mvt, 206)],
    ['an error', fetched(asked, mvt, 503)],
    ['opaque', Response.error()],
  ])('is not cacheable if it is %s', (_what, response) => {
    expect(isCacheable(asked, response, [200, 204])).toBe(false);
  });
});

describe('the service worker', () => {
  it('caches map tiles, but no archives and ranges', () => {
    const range = new Request(asked, { headers: { range: 'bytes=0-100' } });
    expect(isMapTile('/14/4200/6089.mvt', new Request(asked))).toBe(true);
    expect(isMapTile('/14/4200/6089@2x.png', new Request(asked))).toBe(true);
    expect(isMapTile('/14/4200/6089.mvt', range)).toBe(false);
    expect(isMapTile('/world.pmtiles', new Request(asked))).toBe(false);
    expect(isMapTile('/api/stations/tiles/14/4200/6089', new Request(asked))).toBe(false);
  });

  it('caches pictures, but no personal photos', () => {
    const picture = (range?: string) =>
      Object.defineProperty(
        new Request(asked, { headers: range === undefined ? {} : { range } }),
        'destination',
        { value: 'image' },
      );
    const photo = new URL('https://photos.example/cafe.jpg');
    expect(isPicture(photo, picture())).toBe(true);
    expect(isPicture(photo, picture('bytes=0-100'))).toBe(false);
    expect(isPicture(photo, new Request(asked))).toBe(false);
    expect(isPicture(new URL('/api/me/photo', location.origin), picture())).toBe(false);
  });

  it('does not install the page of a captive portal as the app', async () => {
    const page = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } });
    const ours = page('<body><div id="root"></div></body>');
    const files = [{ url: 'assets/start-1.js', revision: null }];
    expect(await isOurFile('/index.html?__WB_REVISION__=1', ours, files)).toBe(true);
    expect(await ours.text()).toContain('root');
    expect(await isOurFile('/index.html', page('<h1>Sign in</h1>'), files)).toBe(false);
    expect(await isOurFile('/assets/start-1.js', page('<h1>Sign in</h1>'), files)).toBe(false);
    const script = new Response('', { headers: { 'content-type': 'text/javascript' } });
    expect(await isOurFile('/assets/start-1.js', script, files)).toBe(true);
  });

  it('does not install a page of another build', async () => {
    const page = (script: string) =>
      new Response(`<link rel="entry" href="/assets/${script}"><body><div id="root"></div>`, {
        headers: { 'content-type': 'text/html' },
      });
    const files = [
      { url: 'index.html', revision: '1' },
      { url: 'assets/start-2.js', revision: null },
    ];
    expect(await isOurFile('/index.html', page('start-2.js'), files)).toBe(true);
    expect(await isOurFile('/index.html', page('start-1.js'), files)).toBe(false);
  });
});
