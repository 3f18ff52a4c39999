// @vitest-environment jsdom
import { map as createMap, CRS, latLng } from 'leaflet';
import { beforeEach, expect, test } from 'vitest';
import { adoptFirstMap, removeFirstPins } from './firstMap.ts';

const middle = latLng(41.88, -87.63);
const zoom = 13;

/** Opens a map whose middle is that of the picture of the server. */
function openMap(at = middle) {
  const { x, y } = CRS.EPSG3857.latLngToPoint(middle, zoom).round();
  document.body.innerHTML = `
    <div id="map"></div>
    <div class="first-map" data-zoom="${zoom}" data-x="${x}" data-y="${y}">
      <div class="first-at"><svg></svg><div class="first-pins">
        <a class="map-pin" href="/home?equip_id=PCJZK9H"><b>3</b></a>
      </div></div>
      <div class="map-attribution"></div>
    </div>`;
  const leaflet = createMap('map').setView(at, zoom);
  adoptFirstMap(leaflet);
  return { leaflet };
}

const picture = () => document.querySelector('#map > .first-map');
beforeEach(() => document.body.replaceChildren());

test('the map has its own attribution instead of that of the picture', () => {
  openMap();
  expect(picture()).not.toBeNull();
  expect(document.querySelector('.map-attribution')).toBeNull();
});

test('the streets of the picture stay when the map has its own pins', () => {
  openMap();
  removeFirstPins();
  expect(picture()?.querySelector('svg')).not.toBeNull();
  expect(document.querySelector('.map-pin')).toBeNull();
});

test('a picture of another view, and a picture of a map that moved, goes', () => {
  openMap(latLng(41.9, -87.6));
  expect(document.querySelector('.first-map')).toBeNull();
  const { leaflet } = openMap();
  expect(picture()).not.toBeNull();
  leaflet.panBy([10, 0], { animate: false });
  expect(document.querySelector('.first-map')).toBeNull();
});
