import { render } from '@testing-library/react';
import { MapContainer } from 'react-leaflet';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { BaseMap } from '../../../../contract/config.ts';
import { savedMapKey } from '../../../lib/storage/savedMap.ts';
import { startTexts } from '../../../testing/texts.ts';
import { MapSaver } from './MapSaver.tsx';
import type { MapPin } from './pins.ts';

const vector: BaseMap = {
  kind: 'mvt',
  url: 'https://tiles.example/{z}/{x}/{y}',
  maxDataZoom: 14,
  attribution: '© OSM',
};
const center = { lat: 41.88, lng: -87.63 };
const pin: MapPin = {
  ...center,
  key: 'PCJZK9H',
  kind: 'station',
  name: 'Bakery, 3 chargers',
  label: '3',
  stock: 'some',
  isHighlighted: true,
};

beforeAll(() => startTexts());
beforeEach(() => {
  localStorage.removeItem(savedMapKey);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

/** Opens a map, and waits until it would have been saved once. `addBase` adds the parts of the base map. */
async function open(base: BaseMap, addBase: (container: Element) => void = () => undefined) {
  const { container } = render(
    <MapContainer center={center} zoom={15}>
      <MapSaver base={base} pins={[pin]} isComplete isHighlighted />
    </MapContainer>,
  );
  addBase(container);
  await vi.advanceTimersByTimeAsync(1600);
  return container;
}

const saved = (): unknown => JSON.parse(localStorage.getItem(savedMapKey) ?? 'null');
const pinsOnly = { picture: null, zoom: 15, pins: [{ station: 'PCJZK9H', label: '3' }] };

/** Replaces the drawing of the browser, which jsdom lacks. The picture has this number of bytes. */
function drawPictureOf(bytes: number): void {
  const { prototype } = HTMLCanvasElement;
  const context = { scale: () => {}, fillRect: () => {}, drawImage: () => {} };
  vi.spyOn(prototype, 'getContext').mockImplementation(() => Object.create(context));
  vi.spyOn(prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob([new Uint8Array(bytes)], { type: 'image/webp' })),
  );
}

function addStreets(container: Element): void {
  const tile = document.createElement('canvas');
  tile.className = 'leaflet-tile leaflet-tile-loaded';
  container.querySelector('.leaflet-tile-pane')?.append(tile);
}

test('without a base map, the saved map has only its pins', async () => {
  await open({ kind: 'none' }, (container) =>
    container.querySelector('.leaflet-container')?.setAttribute('data-ground', 'land'),
  );
  expect(saved()).toMatchObject(pinsOnly);
});

test('with images as base map, the saved map has only its pins, even while an image is missing', async () => {
  await open({ ...vector, kind: 'raster' }, (container) => {
    const tile = document.createElement('img');
    tile.className = 'leaflet-tile';
    container.querySelector('.leaflet-tile-pane')?.append(tile);
  });
  expect(saved()).toMatchObject(pinsOnly);
});

test('with vector tiles, the map is saved only when its streets are painted', async () => {
  drawPictureOf(3);
  const container = await open(vector);
  expect(saved()).toBeNull();
  addStreets(container);
  await vi.advanceTimersByTimeAsync(1600);
  await vi.waitFor(() =>
    expect(saved()).toMatchObject({ ...pinsOnly, picture: 'data:image/webp;base64,AAAA' }),
  );
});

test('a map whose picture would be too large is saved with only its pins', async () => {
  drawPictureOf(100_000);
  const container = await open(vector);
  addStreets(container);
  await vi.advanceTimersByTimeAsync(1600);
  await vi.waitFor(() => expect(saved()).toMatchObject(pinsOnly));
});
