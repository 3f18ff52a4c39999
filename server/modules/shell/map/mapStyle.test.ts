import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sheetBeside } from '../../../../contract/rules/map/sheetBeside.ts';
import { mapStyle } from './mapStyle.ts';

const styles = new URL('../../../../src/app/start/', import.meta.url);

/** The media queries for the orientation or for a width of at least 700 pixels, in which the sheet may be elsewhere. */
const layoutsIn = (css: string) =>
  [...css.matchAll(/@media ([^{]+?) ?\{/g)]
    .map(([, query = '']) => query)
    .filter((query) => /orientation|width ?(?:>=|:) ?[7-9]\d\dpx/.test(query));

test.each(['home.css', 'map.css', 'locate.css'])(
  'the picture of the map is centred beside the sheet in the same windows in which %s puts the sheet beside the map',
  async (file) => {
    const css = await readFile(new URL(file, styles), 'utf8');
    expect(new Set(layoutsIn(css))).toEqual(new Set([sheetBeside]));
    expect(layoutsIn(mapStyle)).toEqual([sheetBeside]);
  },
);

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
