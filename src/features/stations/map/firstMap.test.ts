// @vitest-environment jsdom
import { map as createMap, CRS, latLng, Map as LeafletMap } from 'leaflet';
import { beforeEach, expect, test, vi } from 'vitest';
import { adoptFirstMap, removeFirstPins } from './firstMap.ts';

const middle = latLng(41.88, -87.63);
const zoom = 13;
let leaflet: LeafletMap;

/** Opens a map in a page with a first map. By default, both maps have the same middle and the same zoom. */
function openMap(at = middle, shownZoom = zoom) {
  const { x, y } = CRS.EPSG3857.latLngToPoint(middle, zoom).round();
  document.body.innerHTML = `
    <div id="map"></div>
    <div class="first-map" data-zoom="${zoom}" data-x="${x}" data-y="${y}">
      <div class="first-at"><svg></svg><div class="first-pins">
        <a class="map-pin" href="/home?equip_id=PCJZK9H"><b>3</b></a>
      </div></div>
      <div class="map-attribution"></div>
    </div>`;
  leaflet = createMap('map').setView(at, shownZoom);
  adoptFirstMap(leaflet);
}

const picture = () => document.querySelector('#map > .first-map');
beforeEach(() => document.body.replaceChildren());

test('the map of the app has its own attribution instead of the attribution of the first map', () => {
  openMap();
  expect(picture()).not.toBeNull();
  expect(document.querySelector('.map-attribution')).toBeNull();
});

test('the streets of the first map stay when the map of the app has its own pins', () => {
  openMap();
  removeFirstPins(() => undefined);
  expect(picture()?.querySelector('svg')).not.toBeNull();
  expect(document.querySelector('.map-pin')).toBeNull();
});

test('the focus moves from a pin of the first map to the pin of the same station on the map of the app', () => {
  openMap();
  const first = document.querySelector<HTMLElement>('.map-pin');
  first?.focus();
  const own = document.createElement('button');
  document.body.append(own);
  removeFirstPins((station) => (station === 'PCJZK9H' ? own : undefined));
  expect(document.activeElement).toBe(own);
});

test('a focused pin keeps the focus when the map of the app takes over the first map', () => {
  openMap();
  const pin = document.querySelector<HTMLElement>('.map-pin');
  document.body.append(document.querySelector('.first-map') ?? '');
  pin?.focus();
  adoptFirstMap(leaflet);
  expect(document.activeElement).toBe(pin);
});

test.each([zoom - 1, zoom + 1])(
  'the first map of zoom 13 is removed if the map of the app starts with zoom %d, even with the same origin',
  (other) => {
    // Only the zoom differs: the reference point of the first map is at the same pixel.
    vi.spyOn(LeafletMap.prototype, 'getPixelOrigin').mockReturnValue(
      CRS.EPSG3857.latLngToPoint(middle, zoom).round(),
    );
    openMap(middle, other);
    expect(leaflet.getZoom()).toBe(other);
    expect(document.querySelector('.first-map')).toBeNull();
    openMap();
    expect(picture()).not.toBeNull();
  },
);

test('the first map is removed if it has another view or if the map of the app moves', () => {
  openMap(latLng(41.9, -87.6));
  expect(document.querySelector('.first-map')).toBeNull();
  openMap();
  expect(picture()).not.toBeNull();
  leaflet.panBy([10, 0], { animate: false });
  expect(document.querySelector('.first-map')).toBeNull();
});
