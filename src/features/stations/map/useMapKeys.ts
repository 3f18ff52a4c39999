import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { zoomInFreePart } from './shownView.ts';

/** The number of pixels by which one key press moves the map. Leaflet uses the same number. */
const step = 80;

const directions: Readonly<Record<string, [number, number]>> = {
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
};

const zooms: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

/** Arrow keys move the map, and plus and minus zoom it, even while a pin has the focus. */
export function useMapKeys(name: string): void {
  const map = useMap();

  useEffect(() => {
    const container = map.getContainer();
    container.tabIndex = 0;
    container.setAttribute('role', 'group');
    container.setAttribute('aria-label', name);
  }, [map, name]);

  useEffect(() => {
    const container = map.getContainer();
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const { target } = event;
      const isOnMap =
        target === container ||
        (target instanceof Element && target.closest('.leaflet-stations-pane') !== null);
      if (!isOnMap) return;
      const direction = directions[event.key];
      const zoom = zooms[event.key];
      if (direction) map.panBy(event.shiftKey ? [direction[0] * 3, direction[1] * 3] : direction);
      else if (zoom !== undefined) zoomInFreePart(map, zoom);
      else return;
      event.preventDefault();
    };
    container.addEventListener('keydown', press);
    return () => container.removeEventListener('keydown', press);
  }, [map]);
}
