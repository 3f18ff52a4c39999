import { point } from 'leaflet';
import type { LayerEvent, Map as LeafletMap } from 'leaflet';
import { StreetLayer } from './streets/streetLayer.ts';

/** In milliseconds, a little longer than the time in which Leaflet fades in new streets. */
const fadeMs = 300;

/**
 * Puts the first map below the streets, until they are painted. Its pins stay above the streets until the map has its own
 * pins. Removes the first map at once if it shows another view, and as soon as the map moves. If streets or stations are
 * missing, their part of the first map stays.
 */
export function adoptFirstMap(map: LeafletMap): void {
  const firstMap = document.querySelector<HTMLElement>('.first-map');
  if (firstMap === null) return;
  const remove = () => firstMap.remove();
  if (!isSameView(map, firstMap)) return remove();
  // The map has its own attribution.
  firstMap.querySelector('.map-attribution')?.remove();
  const focused = firstMap.contains(document.activeElement) ? document.activeElement : null;
  map.getContainer().prepend(firstMap);
  // An element that moves loses the focus.
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
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

/**
 * Removes the pins of the first map when the map has its own. While a pin is pressed, it stays until its release, because
 * the browser would not count a press of the mouse on two elements as a click.
 *
 * @param pinOf finds the own pin with the same name, which gets the focus of the removed pin.
 */
export function removeFirstPins(pinOf: (name: string | null) => HTMLElement | undefined): void {
  const pins = document.querySelector('.first-pins');
  if (pins === null) return;
  const remove = () => {
    const { activeElement } = document;
    const hadFocus = pins.contains(activeElement);
    const next = hadFocus ? pinOf(activeElement?.getAttribute('aria-label') ?? null) : undefined;
    removePart('.first-pins');
    next?.focus({ preventScroll: true });
  };
  if (pins.querySelector(':active') === null) remove();
  else addEventListener('pointerup', () => setTimeout(remove), { once: true });
}

/** Removes a part of the first map, and with its last part all of it. */
function removePart(part: ':is(svg, img)' | '.first-pins'): void {
  const parts = document.querySelector('.first-at');
  parts?.querySelector(`:scope > ${part}`)?.remove();
  if (parts?.childElementCount === 0) parts.closest('.first-map')?.remove();
}

/** Whether the map has the reference point of the first map at the same pixel of the screen. */
function isSameView(map: LeafletMap, firstMap: HTMLElement): boolean {
  const { zoom, x, y } = firstMap.dataset;
  const at = firstMap.querySelector('.first-at')?.getBoundingClientRect();
  if (at === undefined || map.getZoom() !== Number(zoom)) return false;
  const { left, top } = map.getContainer().getBoundingClientRect();
  const layerPoint = point(Number(x), Number(y)).subtract(map.getPixelOrigin());
  const shown = map.layerPointToContainerPoint(layerPoint);
  return Math.abs(shown.x + left - at.left) <= 1 && Math.abs(shown.y + top - at.top) <= 1;
}
