import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sheetBeside } from '../../../../contract/rules/map/sheetBeside.ts';
import { mapStyle } from './mapStyle.ts';

const src = new URL('../../../../src/', import.meta.url);
const styles = new URL('app/start/', src);

/** The media queries for the orientation or for a width of at least 700 pixels, in which the sheet may be elsewhere. */
const layoutsIn = (css: string) =>
  [...css.matchAll(/@media ([^{]+?) ?\{/g)]
    .map(([, query = '']) => query)
    .filter((query) => /orientation|width ?(?:>=|:) ?[7-9]\d\dpx/.test(query));

test('the picture of the map is centred beside the sheet in the windows in which the sheet is beside the map', () => {
  expect(layoutsIn(mapStyle)).toEqual([sheetBeside]);
});

test.each([
  'app/start/home.css',
  'app/start/map.css',
  'app/start/locate.css',
  'pages/home/HomeAsides.module.css',
  'pages/home/mine/MyStations.module.css',
  'pages/search/search.module.css',
])('in %s, the sheet is beside the map in the same windows', async (file) => {
  const css = await readFile(new URL(file, src), 'utf8');
  expect(new Set(layoutsIn(css))).toEqual(new Set([sheetBeside]));
});

test('the counts of a station are below its slots in each window in which the sheet is beside the map', async () => {
  const css = await readFile(new URL('stations.css', styles), 'utf8');
  expect(layoutsIn(css)).toContain(`(width < 520px), ${sheetBeside}`);
});

test('the sheet of a station is as high for the picture of the map as in the styles of the page', async () => {
  const [home, stations] = await Promise.all(
    ['home.css', 'stations.css'].map((file) => readFile(new URL(file, styles), 'utf8')),
  );
  const heightIn = (css: string | undefined, selector: RegExp) =>
    /--sheet-rest: ?(max\([^)]*\))/.exec(css?.split(selector)[1] ?? '')?.[1]?.replace(/, /g, ',');
  const photo = /height >= 780px\) \{\s+\.home:has\(\.st-photo\)/;
  const ofStation = heightIn(home, /\.home:has\(\.st-sheet\)/);
  const ofPhoto = heightIn(stations, photo);
  expect(mapStyle).toContain(`.first-map[data-sheet]{--sheet-rest:${ofStation}}`);
  expect(mapStyle).toContain(
    `@media (min-height:780px){.first-map[data-sheet=photo]{--sheet-rest:${ofPhoto}}}`,
  );
});
