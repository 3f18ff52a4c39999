import { attributionBox } from '../../../contract/rules/map/attribution.ts';
import { stationPath } from '../../../contract/rules/firstScreen/stationTexts.ts';
import { savedMapKey } from '../../lib/storage/savedMap.ts';
import type { SavedMap, SavedPin } from '../../lib/storage/savedMap.ts';
import { createNode } from './createNode.ts';
import { readStored } from './lastVisitData.ts';

/** Another version of the app may have saved the map in another format. */
function isSavedMap(value: unknown): value is SavedMap {
  return typeof value === 'object' && value !== null && 'version' in value && value.version === 2;
}

/**
 * Paints the map of the last visit, if the map was saved with the current theme and language. The app starts with the
 * same view, and shows this map inside its own map until the streets and pins of the app are drawn
 * (src/features/stations/map/firstMap.ts). In a window of another size, the middle of the map stays in the middle of
 * the window.
 */
export function paintSavedMap(language: string): void {
  const text = readStored(savedMapKey);
  const map: unknown = text === null ? null : JSON.parse(text);
  if (!isSavedMap(map) || map.language !== language) return;
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const shown = document.documentElement.dataset['theme'] ?? (isDark ? 'black' : 'light');
  if (map.theme !== shown) return;
  const { zoom, x, y, width, height, picture, pins, attribution } = map;
  const size = `width:${width}px;height:${height}px`;
  const painted = createNode(
    'div',
    {
      className: 'home-map first-map',
      'data-zoom': `${zoom}`,
      'data-x': `${x}`,
      'data-y': `${y}`,
    },
    createNode(
      'div',
      {
        className: 'first-at',
        style: `left:calc(50% - ${width / 2}px);top:calc(50% - ${height / 2}px)`,
      },
      // The picture belongs to the first frame, so the frame waits until it is decoded.
      picture && createNode('img', { src: picture, alt: '', style: size, decoding: 'sync' }),
      createNode('div', { className: 'first-pins' }, ...pins.map(pinOf)),
    ),
    attributionBox(createNode, attribution),
  );
  document.getElementById('root')?.after(painted);
}

function pinOf({ x, y, label, stock, station, name, isHighlighted }: SavedPin): Element {
  const look = {
    className: 'map-pin',
    style: `left:${x}px;top:${y}px`,
    'data-stock': stock,
    'data-highlighted': isHighlighted ? '' : undefined,
    'data-wide': label.length > 3 ? '' : undefined,
  };
  return station === null
    ? createNode('span', { ...look, 'data-kind': 'cluster', 'aria-hidden': 'true' }, label)
    : createNode('a', { ...look, href: stationPath(station), 'aria-label': name }, label);
}
