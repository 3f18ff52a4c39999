import type { Map as LeafletMap } from 'leaflet';
import type { Bounds } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';

/**
 * The view of the map. A longitude is more than 180 if the map shows the next copy of the world.
 */
export interface ShownView {
  bounds: Bounds;
  zoom: number;
}

/**
 * In pixels: half the height of a pin and a little more. A pin is removed only when it is completely outside
 * of the view.
 */
const margin = 40;

export function viewOf(map: LeafletMap): ShownView {
  const zoom = map.getZoom();
  const { min, max } = map.getPixelBounds();
  if (!min || !max) throw new RangeError('The map has no size yet');
  const northWest = map.unproject(min.subtract([margin, margin]), zoom);
  const southEast = map.unproject(max.add([margin, margin]), zoom);
  return {
    zoom,
    bounds: {
      north: northWest.lat,
      west: northWest.lng,
      south: southEast.lat,
      east: southEast.lng,
    },
  };
}

const sheetBox = () => document.querySelector('.home-sheet')?.getBoundingClientRect();
const isBeside = (sheet: DOMRect) => sheet.width < innerWidth * 0.75;

/** Returns the height in pixels of the part of the map that the lowered sheet covers. */
export function coveredBySheet(): number {
  const sheet = sheetBox();
  if (sheet === undefined || isBeside(sheet)) return 0;
  return Math.max(0, innerHeight - (sheet.top + scrollY));
}

/** Names the layout: the orientation of the window, and whether the sheet is beside the map. */
export function layoutName(): string {
  const sheet = sheetBox();
  return `${innerWidth > innerHeight} ${sheet !== undefined && isBeside(sheet)}`;
}

/** Returns the center of the map for which `point` is in the middle of the part above the sheet. */
export function centredInFreePart(map: LeafletMap, { lat, lng }: Point, zoom: number) {
  const middle = map.project([lat, lng], zoom).add([0, coveredBySheet() / 2]);
  return map.unproject(middle, zoom);
}

/** Zooms the map. The point in the middle of the part above the sheet stays in the middle. */
export function zoomInFreePart(map: LeafletMap, steps: number): void {
  const middle = map
    .getSize()
    .divideBy(2)
    .subtract([0, coveredBySheet() / 2]);
  map.setZoomAround(middle, map.getZoom() + steps);
}

export interface FreePart {
  center: Point;
  zoom: number;
}

/** Returns the center and the zoom of the part of the map above the sheet. */
export function freePartOf(map: LeafletMap): FreePart {
  const { x: width, y: height } = map.getSize();
  const free = Math.max(1, height - coveredBySheet());
  const { lat, lng } = map.containerPointToLatLng([width / 2, free / 2]);
  return { center: { lat, lng }, zoom: map.getZoom() };
}
