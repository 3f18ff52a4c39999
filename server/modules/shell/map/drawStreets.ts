import { brotliCompressSync, constants } from 'node:zlib';
import { GeomType } from 'protomaps-leaflet';
import type { PreparedTile } from 'protomaps-leaflet';
import type { Language } from '../../../../contract/config.ts';
import { createHtml } from '../../../../contract/rules/firstScreen/html.ts';
import type { Html } from '../../../../contract/rules/firstScreen/html.ts';
import { paintRules, streetParts } from '../../../../contract/rules/map/streetRules.ts';
import type { StreetPaint } from '../../../../contract/rules/map/streetRules.ts';
import type { Pixel } from '../../../../contract/rules/places/mercator.ts';
import { colourNames } from './mapStyle.ts';
import { cornerOf } from './mapView.ts';
import type { MapView } from './mapView.ts';
import { clipLine, clipRing, linesPath, ringsPath, unitsPerPixel } from './pathData.ts';
import type { Box } from './pathData.ts';
import { drawLabels } from './streetLabels.ts';
import type { Measure } from './streetLabels.ts';

/**
 * The maximum compressed sizes of a picture in bytes, for phones and for wide screens. If a picture
 * is larger, the server draws it without short small roads, then with fewer parts, and then without
 * names. Pictures for wide screens may be a little larger, because devices with a wide screen
 * rarely have a slow network. A page with the picture has at most 20 KiB.
 */
const mostBytes = { phone: 7.75 * 1024, wide: 8.25 * 1024 };
/** The lengths in pixels below which small roads are left out, in the order in which the server tries them. */
const shortestRoads = [0, 20, 40, 80];
/** A picture has at least the land and the water. */
const fewestParts = 2;
/** Pictures of at most this width are for phones. */
const phonePixels = 600;

/** In pixels. The margin is wider than half of any street, so that the ends of clipped lines are never visible. */
const margin = 16;

export interface StreetDrawing {
  view: MapView;
  language: Language;
  tiles: readonly PreparedTile[];
  measure: Measure;
}

/**
 * Draws the streets of a view as SVG, with the paint rules of the app. Returns null if the tiles contain nothing to
 * draw, or if even the picture with the fewest parts is too large.
 */
export function drawStreets(drawing: StreetDrawing): string | null {
  const shapes = drawShapes(drawing, 0);
  if (shapes.length === 0) return null;
  const labels = drawLabels(drawing);
  const most = drawing.view.width > phonePixels ? mostBytes.wide : mostBytes.phone;
  for (const shortest of shortestRoads) {
    const picture = svg(
      drawing.view,
      shortest === 0 ? shapes : drawShapes(drawing, shortest),
      labels,
    );
    if (compressedSize(picture) <= most) return picture;
  }
  const partsLeft = (count: number) => {
    const parts = new Set<string>(streetParts.slice(0, count));
    return shapes.filter(({ paint }) => parts.has(paint.part));
  };
  for (let count = streetParts.length - 1; count >= fewestParts; count--) {
    const picture = svg(drawing.view, partsLeft(count), labels);
    if (compressedSize(picture) <= most) return picture;
  }
  const last = partsLeft(fewestParts);
  const bare = svg(drawing.view, last, []);
  return last.length > 0 && compressedSize(bare) <= most ? bare : null;
}

interface Shape {
  paint: StreetPaint;
  width: number | null;
  d: string;
}

/** @param shortest the length in pixels below which small roads are left out. */
function drawShapes({ view, tiles }: StreetDrawing, shortest: number): Shape[] {
  const { zoom, width, height } = view;
  const corner = cornerOf(view);
  const box = { left: -margin, top: -margin, right: width + margin, bottom: height + margin };
  const rules = paintRules(colourNames, (paint) => paint);
  return rules.flatMap(({ dataLayer, minzoom = 0, filter, symbolizer: paint }): Shape[] => {
    if (zoom < minzoom) return [];
    const isLine = paint.width !== undefined;
    const lines: Pixel[][] = [];
    for (const { origin, scale, data } of tiles) {
      const [left, top] = [origin.x - corner.x, origin.y - corner.y];
      const toView = ({ x, y }: Pixel) => ({ x: x * scale + left, y: y * scale + top });
      for (const { geom, bbox, geomType, props } of data.get(dataLayer) ?? []) {
        const min = toView({ x: bbox.minX, y: bbox.minY });
        const max = toView({ x: bbox.maxX, y: bbox.maxY });
        if (!meets({ left: min.x, top: min.y, right: max.x, bottom: max.y }, box)) continue;
        if (filter && !filter(zoom, { geomType, props })) continue;
        for (const line of geom) {
          const points = line.map(toView);
          if (isLine) lines.push(...clipLine(points, box));
          else if (geomType === GeomType.Polygon) lines.push(clipRing(points, box));
        }
      }
    }
    const isSmall = paint.part === 'small roads';
    const d = isLine ? linesPath(lines, isSmall ? shortest : 0) : ringsPath(lines);
    return d === '' ? [] : [{ paint, width: paint.width?.(zoom) ?? null, d }];
  });
}

function meets(one: Box, other: Box): boolean {
  return (
    one.left <= other.right &&
    one.right >= other.left &&
    one.top <= other.bottom &&
    one.bottom >= other.top
  );
}

function svg({ width, height }: MapView, shapes: readonly Shape[], labels: Html[]): string {
  const h = createHtml;
  const times = new Map<string, number>();
  for (const { d } of shapes) times.set(d, (times.get(d) ?? 0) + 1);
  // Streets and their edges have the same lines, so the picture contains each of these lines only once.
  const shared = [...times].flatMap(([d, count]) => (count > 1 ? [d] : []));
  const idOf = (d: string) => `street${shared.indexOf(d)}`;
  const parts = shapes.map(({ paint, width: pixels, d }) => {
    const look =
      pixels === null
        ? { className: `fill ${paint.colour}` }
        : {
            className: `${paint.isRound ? 'round ' : ''}line ${paint.colour}`,
            strokeWidth: (pixels * unitsPerPixel).toFixed(1),
          };
    return shared.includes(d)
      ? h('use', { href: `#${idOf(d)}`, ...look })
      : h('path', { ...look, d });
  });
  return h(
    'svg',
    {
      width: `${width}`,
      height: `${height}`,
      viewBox: `0 0 ${width * unitsPerPixel} ${height * unitsPerPixel}`,
      'aria-hidden': 'true',
    },
    h('defs', null, ...shared.map((d) => h('path', { id: idOf(d), d }))),
    ...parts,
    ...labels,
  ).html;
}

function compressedSize(text: string): number {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).byteLength;
}
