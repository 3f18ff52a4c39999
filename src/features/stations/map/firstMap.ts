import { point } from 'leaflet';
import type { LayerEvent, Map as LeafletMap } from 'leaflet';
import { StreetLayer } from './streets/streetLayer.ts';

/** In milliseconds, a little longer than the time in which Leaflet fades in new streets. */
const fadeMs = 300;

/**
 * Puts the server's picture of the map below the streets, until they are painted. Removes the picture at
 * once if it shows another view, and as soon as the map moves. If streets are missing, the picture stays.
 */
export function adoptFirstMap(map: LeafletMap): void {
  const picture = document.querySelector<HTMLElement>('.first-map');
  if (picture === null) return;
  const remove = () => picture.remove();
  if (!isSameView(map, picture)) return remove();
  // The pins of the picture are visible until the map has its own, but cannot be pressed any more.
  picture.inert = true;
  map.getContainer().prepend(picture);
  map.once('movestart resize', remove);
  map.on('layeradd', ({ layer }: LayerEvent) => {
    if (!(layer instanceof StreetLayer)) return;
    layer.once('remove', remove);
    layer.once('load', () => {
      setTimeout(() => {
        if (map.getContainer().dataset['ground'] === undefined) remove();
      }, fadeMs);
    });
  });
}

/** Removes the pins of the picture when the map has its own. */
export function removeFirstPins(): void {
  document.querySelector('.first-pins')?.remove();
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
