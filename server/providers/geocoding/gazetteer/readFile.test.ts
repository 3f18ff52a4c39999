import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '../../../settings/settings.ts';
import { createGeocoder } from '../createGeocoder.ts';
import { readGazetteerFile } from './readFile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gazetteer-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(lines: readonly string[], separator = '\n'): Promise<string> {
  const file = path.join(folder, 'places.geojsonl');
  await writeFile(file, lines.join(separator));
  return file;
}

const feature = (properties: object, type = 'Point', coordinates: unknown = [-3.7, 40.4]) =>
  JSON.stringify({ type: 'Feature', properties, geometry: { type, coordinates } });

test('addresses of OpenAddresses and features of OpenStreetMap are read', async () => {
  const openAddresses = { hash: 'f0', number: '5', street: 'CALLE DE ALCALÁ', unit: '' };
  const file = await fileOf([
    feature(
      { ...openAddresses, city: 'Madrid', region: null, postcode: '28014', id: '' },
      'Point',
      [-3.6, 40.5],
    ),
    `\u001E${feature({ name: 'Sol', place: 'quarter', 'name:zh': '太阳门', population: 7000 })}`,
    '',
    feature({ highway: 'residential', name: 'Calle Mayor' }, 'LineString', [
      [-3.71, 40.41],
      [-3.7, 40.41],
    ]),
    feature({ 'addr:street': 'Gran Vía', 'addr:housenumber': 28, 'addr:postcode': 28013 }),
    feature({ building: 'yes' }),
    feature({ boundary: 'postal_code', postal_code: '28001' }, 'Polygon', [
      [
        [-3.69, 40.42],
        [-3.67, 40.42],
        [-3.67, 40.44],
        [-3.69, 40.42],
      ],
    ]),
    feature({ kind: 'place', name: 'El Corte Inglés', alt_name: 'Corte;ECI' }),
  ]);
  const settings = readSettings({ NODE_ENV: 'test', GAZETTEER_FILE: file });
  const geocoder = await createGeocoder(settings);
  expect(geocoder?.attribution).toBe('© OpenStreetMap contributors');
  const first = async (text: string) => (await geocoder?.search(text, null, 'es'))?.[0];
  const at = { lat: 40.5, lng: -3.6 };
  expect((await first('c/ de alcala 5'))?.name).toBe('CALLE DE ALCALÁ 5, Madrid');
  expect(await first('calle de alcala 5')).toEqual({ name: 'CALLE DE ALCALÁ 5, Madrid', ...at });
  expect(await first('28014 madrid')).toEqual({ name: '28014, Madrid', ...at });
  expect(await first('madrid')).toEqual({ name: 'Madrid', ...at });
  expect(await first('太阳门')).toEqual({ name: 'Sol', lat: 40.4, lng: -3.7 });
  expect((await first('calle mayor'))?.name).toBe('Calle Mayor');
  expect((await first('28 gran via'))?.name).toBe('28 Gran Vía, Sol');
  expect((await first('28001'))?.lat).toBeCloseTo(40.43, 6);
  expect((await first('eci'))?.name).toBe('El Corte Inglés, Sol');
});

test.each([
  ['no JSON', ['{"type":', ''], /^GAZETTEER_FILE: line 1: /],
  ['a whole collection', ['{"type":"FeatureCollection","features":[]}'], /line 1: type: /],
  [
    'a position beyond the poles',
    [feature({ name: 'a' }), '', feature({ name: 'b' }, 'Point', [0, 91])],
    /line 3: geometry\.coordinates\.1: /,
  ],
  ['an unknown kind', [feature({ name: 'a', kind: 'town' })], /line 1: properties\.kind: /],
  ['a line that is too long', [feature({ name: 'a'.repeat(1_100_000) })], /line 1: too long/],
  ['nothing to find', [feature({ building: 'yes' })], /contains no place with a name/],
])(
  'a file with %s is refused, and the message contains the line number',
  async (_, lines, message) => {
    const file = await fileOf(lines);
    const error: unknown = await readGazetteerFile(file).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'SettingsError', message: expect.stringMatching(message) });
  },
);

test('a missing file, or a file that is too large, is refused before it is read', async () => {
  await expect(readGazetteerFile(path.join(folder, 'none'))).rejects.toThrow('cannot be read');
  await expect(readGazetteerFile(folder)).rejects.toThrow('cannot be read');
  const large = path.join(folder, 'large');
  const handle = await open(large, 'w');
  await handle.truncate(201 * 1024 * 1024);
  await handle.close();
  await expect(readGazetteerFile(large)).rejects.toThrow('is larger than 200 MB');
});
