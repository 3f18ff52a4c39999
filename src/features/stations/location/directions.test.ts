import { expect, it } from 'vitest';
import { directionsLink } from './directions.ts';

const to = { lat: 41.88, lng: -87.63, name: 'Harbor & Vine (Lobby)' };
const webMap = 'https://maps.example/walk?to={lat},{lng}&name={name}';
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142 Mobile';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15';
const iPad = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari';
const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142';

it.each([
  ['Android', android, 'geo:41.88,-87.63?q=41.88,-87.63(Harbor%20%26%20Vine%20%28Lobby%29)'],
  ['an iPhone', iPhone, 'https://maps.apple.com/?daddr=41.88,-87.63&dirflg=w'],
  ['an iPad that says it is a Mac', iPad, 'https://maps.apple.com/?daddr=41.88,-87.63&dirflg=w'],
  [
    'a computer, with the web map of the operator',
    linux,
    'https://maps.example/walk?to=41.88,-87.63&name=Harbor%20%26%20Vine%20%28Lobby%29',
  ],
])('the link to directions fits the device: %s', (_, userAgent, link) => {
  expect(directionsLink(to, 'automatic', webMap, userAgent)).toBe(link);
});

it.each(['apple', 'google', 'openStreetMap'] as const)(
  'if the user has chosen the map app %s, directions open this app on each device',
  (app) => {
    const links = [android, iPhone, linux].map((agent) => directionsLink(to, app, webMap, agent));
    expect(new Set(links).size).toBe(1);
    const link = new URL(links[0] ?? '');
    expect(link.protocol).toBe('https:');
    expect(decodeURIComponent(link.search)).toContain('41.88,-87.63');
  },
);
