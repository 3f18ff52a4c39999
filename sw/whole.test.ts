import { describe, expect, it } from 'vitest';
import { isMapTile } from './baseMap.ts';
import { isOurFile } from './shell.ts';
import { isWhole } from './whole.ts';

const asked = 'https://tiles.example/14/4200/6089.mvt';

/** A response as `fetch` answers it: only there it has an address. */
function fetched(url: string, type: string, status = 200, redirected = false): Response {
  const response = new Response(null, { status, headers: { 'content-type': type } });
  return Object.defineProperties(response, {
    url: { value: url },
    redirected: { value: redirected },
  });
}

describe('a file stays', () => {
  const mvt = 'application/vnd.mapbox-vector-tile';

  it('where it is what was asked for, by way of another address of the same place too', () => {
    expect(isWhole(asked, fetched(asked, mvt), [200, 204])).toBe(true);
    expect(isWhole(asked, fetched(asked, mvt, 204), [200, 204])).toBe(true);
    const moved = fetched('https://tiles.example/v2/14/4200/6089.mvt', mvt, 200, true);
    expect(isWhole(asked, moved, [200])).toBe(true);
  });

  it.each([
    ["a portal's page", fetched(asked, 'text/html; charset=utf-8')],
    ['from elsewhere', fetched('https://portal.example/login', 'image/png', 200, true)],
    ['a part of it', fetched(asked, mvt, 206)],
    ['an error', fetched(asked, mvt, 503)],
    ['opaque', Response.error()],
  ])('but not what is %s', (_what, response) => {
    expect(isWhole(asked, response, [200, 204])).toBe(false);
  });
});

describe('the worker', () => {
  it('keeps tiles of the map, and leaves archives and ranges to the network', () => {
    const range = new Request(asked, { headers: { range: 'bytes=0-100' } });
    expect(isMapTile('/14/4200/6089.mvt', new Request(asked))).toBe(true);
    expect(isMapTile('/14/4200/6089@2x.png', new Request(asked))).toBe(true);
    expect(isMapTile('/14/4200/6089.mvt', range)).toBe(false);
    expect(isMapTile('/world.pmtiles', new Request(asked))).toBe(false);
    expect(isMapTile('/api/stations/tiles/14/4200/6089', new Request(asked))).toBe(false);
  });

  it("installs no portal's page in place of the app", async () => {
    const page = (body: string) => new Response(body, { headers: { 'content-type': 'text/html' } });
    const ours = page('<body><div id="root"></div></body>');
    expect(await isOurFile('/index.html?__WB_REVISION__=1', ours)).toBe(true);
    expect(await ours.text()).toContain('root');
    expect(await isOurFile('/index.html', page('<h1>Sign in</h1>'))).toBe(false);
    expect(await isOurFile('/assets/start-1.js', page('<h1>Sign in</h1>'))).toBe(false);
    const script = new Response('', { headers: { 'content-type': 'text/javascript' } });
    expect(await isOurFile('/assets/start-1.js', script)).toBe(true);
  });
});
