import type { CreateElement } from '../firstScreen/element.ts';
import { icon } from '../firstScreen/icons.ts';

/** The lines of the icons of the map's buttons. */
const controlLines = {
  layers: 'm12 4 8.5 4.7L12 13.4 3.5 8.7zM4 13.6l8 4.4 8-4.4',
  zoomIn: 'M6 12h12M12 6v12',
  zoomOut: 'M6 12h12',
} as const;

export type MapControl = keyof typeof controlLines;

export const controlIcon = <Part>(h: CreateElement<Part>, control: MapControl): Part =>
  icon(h, h('path', { d: controlLines[control] }));

/**
 * The buttons of the map in the first frame. They are hidden from screen readers, because they work
 * only for a pointer. The start script records a press. The app performs the press as soon as it
 * has its own buttons (src/lib/device/usePressed.ts).
 */
export function firstMapControls<Part>(h: CreateElement<Part>): Part {
  const controls: readonly MapControl[] = ['layers', 'zoomIn', 'zoomOut'];
  return h(
    'div',
    { className: 'map-controls', 'aria-hidden': 'true' },
    ...controls.map((control) =>
      h('span', { className: 'home-round', 'data-press': control }, controlIcon(h, control)),
    ),
  );
}
