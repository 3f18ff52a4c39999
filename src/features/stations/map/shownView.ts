import { latLngBounds, point } from 'leaflet';
import type { LatLng, Map as LeafletMap } from 'leaflet';
import { pinSize } from '../../../../contract/rules/map/pinLook.ts';
import { sheetBeside } from '../../../../contract/rules/map/sheetBeside.ts';
import type { Bounds } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';

/**
 * The view of the map. If the map shows another copy of the world, a longitude is more than 180 or
 * less than -180.
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

/** Whether the sheet is a panel beside the map. */
const isBeside = () => matchMedia(sheetBeside).matches;

/** Returns the height in pixels of the part of the map that the lowered sheet covers. */
export function coveredBySheet(): number {
  const sheet = document.querySelector('.home-sheet');
  if (sheet === null || isBeside()) return 0;
  const top = sheet.getBoundingClientRect().top + scrollY + restOfMove(sheet);
  return Math.max(0, innerHeight - top);
}

/** Returns the distance in pixels that the sheet still has to move in its transition. */
function restOfMove(sheet: Element): number {
  for (const { effect } of sheet.getAnimations()) {
    const end = effect instanceof KeyframeEffect ? effect.getKeyframes().at(-1) : undefined;
    const margin = Number.parseFloat(String(end?.['marginTop']));
    if (margin >= 0) return margin - Number.parseFloat(getComputedStyle(sheet).marginTop);
  }
  return 0;
}

/** Names the layout: the orientation of the window, and whether the sheet is beside the map. */
export function layoutName(): string {
  return `${innerWidth > innerHeight} ${isBeside()}`;
}

/** Returns the center of the map for which `point` is in the middle of the part above the sheet. */
export function centerForPoint(map: LeafletMap, { lat, lng }: Point, zoom: number) {
  const middle = map.project([lat, lng], zoom).add([0, coveredBySheet() / 2]);
  return map.unproject(middle, zoom);
}

/**
 * Returns the center of the map that keeps the middle of the part above the sheet, after this part has become lower or
 * higher.
 *
 * @param formerCover what `coveredBySheet` returned before the change, in pixels.
 */
export function centerAfterSheetChange(map: LeafletMap, formerCover: number): LatLng {
  const zoom = map.getZoom();
  const shift = (coveredBySheet() - formerCover) / 2;
  return map.unproject(map.project(map.getCenter(), zoom).add([0, shift]), zoom);
}

/**
 * The room for the buttons of the map and for half a pin, in pixels. Each value is the sum for two
 * opposite edges. A column of buttons ends 60 pixels from the left or right edge. No button is
 * directly at the upper or lower edge.
 */
const room = { width: 2 * (60 + pinSize.width / 2), height: 80 };

/** Returns the highest zoom, up to `most`, at which all points fit into the part above the sheet. */
export function fitInFreePart(map: LeafletMap, points: readonly Point[], most: number) {
  const bounds = latLngBounds(points.map(({ lat, lng }) => [lat, lng]));
  const taken = point(room.width, room.height + coveredBySheet());
  const zoom = Math.min(most, map.getBoundsZoom(bounds, false, taken));
  return { point: bounds.getCenter(), zoom };
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
  const { lat, lng } = map.containerPointToLatLng([width / 2, free / 2]).wrap();
  return { center: { lat, lng }, zoom: map.getZoom() };
}
