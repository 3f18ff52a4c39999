// @vitest-environment jsdom
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { fuzzCases, seedOf } from '../../../contract/testing/fuzz/fuzzRun.ts';
import { oddTexts } from '../../../contract/testing/fuzz/schemaValues.ts';
import { readStationLink } from '../../features/scan/readStationLink.ts';
import { safeInternalPath } from '../../lib/navigation/internalPath.ts';
import { savedInvite } from '../../lib/storage/savedInvite.ts';
import { routes } from '../routing/pages.ts';
import { routeOf } from '../routing/routeOf.ts';
import { createStore } from '../state/store.ts';
import { launchedPath } from './launchQueue.ts';
import { openLinkedStation } from './openLinkedStation.ts';
import { saveLinkedInvite } from './saveLinkedInvite.ts';

const stationId = /^[2-9A-HJKMNP-TV-Z]{7}$/;

afterEach(() => localStorage.clear());

const values = fc.oneof(
  fc.constantFrom(
    'PCJZK9H',
    'pcj-zk9h',
    'K7M2Q9XD',
    '%E0%A4%A',
    '%00',
    '//evil.example',
    '/\\evil',
  ),
  oddTexts,
  fc.string(),
  fc.string({ unit: 'binary' }),
);
const encoded = values.map((text) =>
  encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')),
);
const paths = fc
  .tuple(fc.constantFrom('/', '/s/:id', ...routes.map(({ path }) => path)), encoded, values)
  .chain(([path, safe, raw]) =>
    fc.constantFrom(
      path.replaceAll(/:\w+/g, () => safe),
      path.replaceAll(/:\w+/g, () => raw),
      `${path}/${raw}`,
      raw,
    ),
  );
const names = fc.constantFrom('equip_id', 'invite', 'next', 'type', 'orderId', '__proto__', '');
const queries = fc
  .array(
    fc.tuple(names, fc.oneof(encoded, values)).map((pair) => pair.join('=')),
    { maxLength: 3 },
  )
  .map((fields) => (fields.length === 0 ? '' : `?${fields.join('&')}`));
const origins = fc.oneof(
  { weight: 5, arbitrary: fc.constant(location.origin) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '',
      `${location.origin}@evil.example`,
      'https://evil.example',
      'javascript:alert(1)//',
      'data:text/html,',
    ),
  },
);
const links = fc.record({ origin: origins, path: paths, search: queries, hash: values });

it(`${fuzzCases} arbitrary links open only pages and stations of the app`, () => {
  const store = createStore();
  const cases = fc.sample(links, { numRuns: fuzzCases, seed: seedOf('deep links') });
  for (const { origin, path, search, hash } of cases) {
    const link = `${origin}${path}${search}#${hash}`;
    for (const inside of [launchedPath(link), safeInternalPath(link), safeInternalPath(path)]) {
      if (inside === null) continue;
      expect(new URL(inside, location.origin).origin, link).toBe(location.origin);
      expect(inside, link).toMatch(/^\/(?![/\\])/);
    }
    expect(routeOf(path).route, link).toMatchObject({ path: expect.any(String) });
    openLinkedStation(store, { pathname: path, search });
    saveLinkedInvite(store, { search });
    const { equip_id: opened } = store.getState().clientUser;
    if (opened) expect(opened, link).toMatch(stationId);
    const invite = savedInvite();
    if (invite !== null) expect(invite, link).toMatch(/^[A-Za-z0-9-]{4,20}$/);
    const scanned = readStationLink(link, { origin: location.origin, linkHosts: ['qr.example'] });
    if (scanned !== null) expect(scanned, link).toMatch(stationId);
  }
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
});
