import { expect, test } from 'vitest';
import { attributionParts, readAttribution } from './attribution.ts';

test.each([
  ['© OpenStreetMap contributors', [['© OpenStreetMap contributors', null]]],
  [
    '&copy; <a target="_blank" href="https://osm.example/copyright?a=1&amp;b=2">OSM</a> &amp; others',
    [
      ['© ', null],
      ['OSM', 'https://osm.example/copyright?a=1&b=2'],
      [' & others', null],
    ],
  ],
  ["<a href='https://a.example'><b>A</b></a>", [['A', 'https://a.example']]],
  // The result contains no address that runs code, and no element other than a link.
  ['<a href="javascript:alert(1)">A</a>', [['A', null]]],
  ['<img src=x onerror=alert(1)>Tiles', [['Tiles', null]]],
  ['&lt;img src=x&gt;', [['<img src=x>', null]]],
  ['', []],
])('the parts of an attribution are correct: %s', (html, parts) => {
  expect(readAttribution(html)).toEqual(parts.map(([text, href]) => ({ text, href })));
});

test('the attribution names the library and each source once', () => {
  const texts = attributionParts(['© <a href="https://a.example">A</a>', '', '© B', '© B']);
  expect(texts.map(({ text }) => text).join('')).toBe('Leaflet | © A, © B');
  expect(attributionParts([''])).toHaveLength(1);
});
