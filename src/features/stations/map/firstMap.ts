import { point } from 'leaflet';
import type { LayerEvent, Map as LeafletMap } from 'leaflet';
import { StreetLayer } from './streets/streetLayer.ts';

/** In milliseconds, a little longer than the time in which Leaflet fades in new streets. */
const fadeMs = 300;

/**
 * Moves the first map into the map of the app. The picture of the first map stays below the streets
 * until the streets are painted. The pins of the first map stay above the streets until the app has
 * drawn its own pins. If the streets do not load, the picture stays. If the stations do not load,
 * the pins stay. If the first map shows another view than the map of the app, removes the first map
 * at once. Also removes the first map when the user or the app moves the map.
 */
export function adoptFirstMap(map: LeafletMap): void {
  const firstMap = document.querySelector<HTMLElement>('.first-map');
  if (firstMap === null) return;
  const remove = () => whenReleased(firstMap, () => firstMap.remove());
  if (!isSameView(map, firstMap)) return remove();
  // Remove the attribution of the first map, because the map of the app has its own.
  firstMap.querySelector('.map-attribution')?.remove();
  whenReleased(firstMap, () => moveInto(map, firstMap));
  map.once('movestart resize', remove);
  map.on('layeradd', ({ layer }: LayerEvent) => {
    if (!(layer instanceof StreetLayer)) return;
    layer.once('remove', remove);
    layer.once('load', () => {
      setTimeout(() => {
        if (map.getContainer().dataset['ground'] === undefined) removePart(':is(svg, img)');
      }, fadeMs);
    });
  });
}

function moveInto(map: LeafletMap, firstMap: HTMLElement): void {
  // The first map may have been removed while the user still pressed a pin or a button.
  if (!firstMap.isConnected) return;
  const focused = firstMap.contains(document.activeElement) ? document.activeElement : null;
  map.getContainer().prepend(firstMap);
  // An element that is moved in the document loses the focus.
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

/**
 * Calls `change` immediately. If the user is pressing a pin or a button, calls `change` after the
 * user has released it, because a browser sends no click if the pressed element is moved or
 * removed.
 */
function whenReleased(firstMap: Element, change: () => void): void {
  if (firstMap.querySelector(':active') === null) return change();
  const ended = new AbortController();
  const end = () => {
    ended.abort();
    // Wait for the click, which the browser sends directly after the release.
    setTimeout(change);
  };
  for (const type of ['pointerup', 'pointercancel'])
    addEventListener(type, end, { signal: ended.signal });
}

/**
 * Removes the pins of the first map after the app has drawn its own pins.
 *
 * @param pinOf returns the app's pin of a station. This pin gets the focus if the removed pin had the focus.
 */
export function removeFirstPins(pinOf: (station: string) => HTMLElement | undefined): void {
  const pins = document.querySelector('.first-pins');
  if (pins === null) return;
  whenReleased(pins, () => {
    const focused = pins.contains(document.activeElement) ? document.activeElement : null;
    const [, query] = focused?.getAttribute('href')?.split('?') ?? [];
    removePart('.first-pins');
    pinOf(new URLSearchParams(query).get('equip_id') ?? '')?.focus({ preventScroll: true });
  });
}

/** Removes the buttons of the first map after the app has drawn its own buttons. */
export function removeFirstControls(): void {
  const controls = document.querySelector('.first-map .map-controls');
  if (controls !== null) whenReleased(controls, () => controls.remove());
}

/** Removes a part of the first map. If no part is left, removes the whole first map. */
function removePart(part: ':is(svg, img)' | '.first-pins'): void {
  const parts = document.querySelector('.first-at');
  parts?.querySelector(`:scope > ${part}`)?.remove();
  if (parts?.childElementCount === 0) parts.closest('.first-map')?.remove();
}

/**
 * Whether both maps have the same zoom, and the reference point of the first map is at the same
 * pixel of the screen in both maps.
 */
function isSameView(map: LeafletMap, firstMap: HTMLElement): boolean {
  const { zoom, x, y } = firstMap.dataset;
  const at = firstMap.querySelector('.first-at')?.getBoundingClientRect();
  if (at === undefined || map.getZoom() !== Number(zoom)) return false;
  const { left, top } = map.getContainer().getBoundingClientRect();
  const layerPoint = point(Number(x), Number(y)).subtract(map.getPixelOrigin());
  const shown = map.layerPointToContainerPoint(layerPoint);
  return Math.abs(shown.x + left - at.left) <= 1 && Math.abs(shown.y + top - at.top) <= 1;
}
