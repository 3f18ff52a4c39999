import { point } from 'leaflet';
import type { LayerEvent, Map as LeafletMap } from 'leaflet';
import { StreetLayer } from './streets/streetLayer.ts';

/** In milliseconds, a little longer than the time in which Leaflet fades in new streets. */
const fadeMs = 300;

/**
 * Puts the picture of the first frame below the streets, until they are painted. Its pins stay above the streets until
 * the map has its own pins. Removes the picture at once if it shows another view, and as soon as the map moves. If
 * streets or stations are missing, their part of the picture stays.
 */
export function adoptFirstMap(map: LeafletMap): void {
  const picture = document.querySelector<HTMLElement>('.first-map');
  if (picture === null) return;
  const remove = () => picture.remove();
  if (!isSameView(map, picture)) return remove();
  // The map has its own attribution.
  picture.querySelector('.map-attribution')?.remove();
  map.getContainer().prepend(picture);
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

/** Removes the pins of the picture when the map has its own. */
export function removeFirstPins(): void {
  removePart('.first-pins');
}

/** Removes a part of the picture, and with its last part the picture. */
function removePart(part: ':is(svg, img)' | '.first-pins'): void {
  const parts = document.querySelector('.first-at');
  parts?.querySelector(`:scope > ${part}`)?.remove();
  if (parts?.childElementCount === 0) parts.closest('.first-map')?.remove();
}

/** Whether the map has the middle of the picture at the same pixel of the screen. */
function isSameView(map: LeafletMap, picture: HTMLElement): boolean {
  const { zoom, x, y } = picture.dataset;
  const middle = picture.querySelector('.first-at')?.getBoundingClientRect();
  if (middle === undefined || map.getZoom() !== Number(zoom)) return false;
  const { left, top } = map.getContainer().getBoundingClientRect();
  const layerPoint = point(Number(x), Number(y)).subtract(map.getPixelOrigin());
  const shown = map.layerPointToContainerPoint(layerPoint);
  return Math.abs(shown.x + left - middle.left) <= 1 && Math.abs(shown.y + top - middle.top) <= 1;
}
