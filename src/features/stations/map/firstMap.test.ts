// @vitest-environment jsdom
import { map as createMap, CRS, latLng } from 'leaflet';
import { beforeEach, expect, test, vi } from 'vitest';
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
        <a class="first-pin" href="/home?equip_id=PCJZK9H"><b>3</b></a>
      </div></div>
    </div>`;
  const onOpen = vi.fn<(id: string) => void>();
  const leaflet = createMap('map').setView(at, zoom);
  adoptFirstMap(leaflet, onOpen);
  return { leaflet, onOpen };
}

const picture = () => document.querySelector('#map > .first-map');
const tap = (more: MouseEventInit = {}) => {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ...more });
  document.querySelector('.first-pin b')?.dispatchEvent(click);
  return click;
};

beforeEach(() => document.body.replaceChildren());

test('until the map has its own pins, a pin of the picture opens its station in the app', () => {
  const { onOpen } = openMap();
  expect(tap().defaultPrevented).toBe(true);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('PCJZK9H');
  expect(document.querySelector('[inert]')).toBeNull();
});

test('a tap that asks for another tab stays a tap on a link', () => {
  const { onOpen } = openMap();
  expect(tap({ ctrlKey: true }).defaultPrevented).toBe(false);
  expect(onOpen).not.toHaveBeenCalled();
});

test('the streets of the picture stay when the map has its own pins', () => {
  openMap();
  removeFirstPins();
  expect(picture()?.querySelector('svg')).not.toBeNull();
  expect(document.querySelector('.first-pin')).toBeNull();
});

test('a picture of another view, and a picture of a map that moved, goes', () => {
  openMap(latLng(41.9, -87.6));
  expect(document.querySelector('.first-map')).toBeNull();
  const { leaflet } = openMap();
  expect(picture()).not.toBeNull();
  leaflet.panBy([10, 0], { animate: false });
  expect(document.querySelector('.first-map')).toBeNull();
});
