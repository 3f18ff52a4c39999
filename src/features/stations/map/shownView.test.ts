// @vitest-environment jsdom
import { map as createMap } from 'leaflet';
import type { Map as LeafletMap } from 'leaflet';
import { afterEach, expect, test, vi } from 'vitest';
import { pinSize } from '../../../../contract/rules/map/pinLook.ts';
import { fitInFreePart } from './shownView.ts';

const width = 360;
const deepest = 15;
let leaflet: LeafletMap;

function openMap(): LeafletMap {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(640);
  const container = document.createElement('div');
  document.body.append(container);
  return createMap(container).setView([41.88, -87.63], deepest);
}

afterEach(() => {
  leaflet.remove();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

test.each([
  ['less than the room between the buttons', 190, deepest],
  ['more than the room between the buttons', 200, deepest - 1],
])(
  'no button of the map covers the pins at the edges: they are apart by %s',
  (_what, apart, zoom) => {
    leaflet = openMap();
    const west = leaflet.getCenter();
    const east = leaflet.unproject(leaflet.project(west).add([apart, 0]));
    const shown = fitInFreePart(leaflet, [west, east], deepest);
    expect(shown.zoom).toBe(zoom);
    const middle = leaflet.project(shown.point, shown.zoom).x;
    const right = leaflet.project(east, shown.zoom).x + pinSize.width / 2 - middle + width / 2;
    // The buttons of the map are 48 pixels wide and 12 pixels from the edge.
    expect(right).toBeLessThanOrEqual(width - 60);
  },
);
