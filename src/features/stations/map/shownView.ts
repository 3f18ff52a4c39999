import type { Map as LeafletMap } from 'leaflet';
import type { Bounds } from '../../../../contract/rules/places/tiles.ts';
import type { Point } from '../../../lib/format/geo.ts';

/** What the map shows. Its longitudes go on past 180 where it shows the world's next copy. */
export interface ShownView {
  bounds: Bounds;
  zoom: number;
}

/** A pin is drawn while half of it is in view, and a bit before. */
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

/** How many pixels of the map's height the resting sheet covers. */
export function coveredBySheet(): number {
  const sheet = document.querySelector('.home-sheet')?.getBoundingClientRect();
  const isBeside = sheet === undefined || sheet.width < innerWidth * 0.75;
  return isBeside ? 0 : Math.max(0, innerHeight - (sheet.top + scrollY));
}

/** The middle that the map needs for `point` to come to the middle of what the sheet leaves free. */
export function centredInFreePart(map: LeafletMap, { lat, lng }: Point, zoom: number) {
  const middle = map.project([lat, lng], zoom).add([0, coveredBySheet() / 2]);
  return map.unproject(middle, zoom);
}

/** Zooms about the middle of what the sheet leaves free: what is looked at stays in view. */
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

/** What of the map is seen above the sheet. */
export function freePartOf(map: LeafletMap): FreePart {
  const { x: width, y: height } = map.getSize();
  const free = Math.max(1, height - coveredBySheet());
  const { lat, lng } = map.containerPointToLatLng([width / 2, free / 2]);
  return { center: { lat, lng }, zoom: map.getZoom() };
}
