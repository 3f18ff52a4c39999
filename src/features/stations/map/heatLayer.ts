import { DomUtil, Layer, point } from 'leaflet';
import type { Map as LeafletMap, ZoomAnimEvent } from 'leaflet';
import { heatOpacity, heatRadius } from '../../../lib/constants.ts';
import type { Point } from '../../../lib/format/geo.ts';

/** A point of the heat map: its position and its weight. */
export interface HeatPoint extends Point {
  weight: number;
}

/**
 * The smallest sum of weights in a cell for which the hottest colour can stand. In a view with a higher sum, the
 * hottest colour stands for the highest sum. If all sums in a view are lower, no cell gets the hottest colour.
 */
const leastHot = 8;

/**
 * The highest number of device pixels per CSS pixel. The picture is blurred, so more pixels would
 * look the same. They would only take longer to colour.
 */
const mostDevicePixels = 2;

/** The colours from cold to hot: blue, green, yellow, red, as is usual for heat maps. */
const stops: [number, string][] = [
  [0.2, '#2b62d9'],
  [0.45, '#16b07a'],
  [0.7, '#ffd23c'],
  [1, '#e2231a'],
];

/** A heat map of chargers or free slots, on a canvas between the base map and the pins. */
export class HeatLayer extends Layer {
  readonly #canvas: HTMLCanvasElement;
  #points: readonly HeatPoint[] = [];
  #of: LeafletMap | null = null;
  #frame = 0;
  #task: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.#canvas = DomUtil.create('canvas', 'leaflet-zoom-animated');
    this.#canvas.style.opacity = String(heatOpacity);
    this.#canvas.style.pointerEvents = 'none';
    this.#canvas.dataset['layer'] = 'heat';
  }

  setPoints(points: readonly HeatPoint[]): void {
    this.#points = points;
    this.#drawLater();
  }

  override onAdd(map: LeafletMap): this {
    this.#of = map;
    const pane = map.getPane('heat') ?? map.createPane('heat');
    pane.style.zIndex = '350';
    pane.append(this.#canvas);
    map.on('zoomanim', this.#scaleCanvas);
    this.#drawLater();
    return this;
  }

  override onRemove(): this {
    this.#cancelDraw();
    this.#canvas.remove();
    this.#of?.off('zoomanim', this.#scaleCanvas);
    this.#of = null;
    return this;
  }

  override getEvents() {
    return {
      moveend: () => this.#drawLater(),
      resize: () => this.#draw(),
      viewreset: () => this.#draw(),
    };
  }

  /** Draws after the next frame, so that the feedback of a tap is painted first. */
  #drawLater(): void {
    this.#cancelDraw();
    this.#frame = requestAnimationFrame(() => {
      this.#task = setTimeout(() => this.#draw());
    });
  }

  #cancelDraw(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#task);
  }

  /**
   * Scales the canvas during a zoom in the same way as the tiles. After the zoom the heat map is drawn again.
   */
  readonly #scaleCanvas = ({ center, zoom }: ZoomAnimEvent): void => {
    const map = this.#of;
    if (map === null) return;
    const corner = map.containerPointToLatLng([0, 0]);
    const scale = map.getZoomScale(zoom);
    // Compute the new position of the canvas inside the pane. `middle` is the center of the map
    // inside the pane. The center moves inside the pane when the map moves.
    const middle = map.containerPointToLayerPoint(map.getSize().divideBy(2));
    const at = map.project(corner, zoom).subtract(map.project(center, zoom)).add(middle);
    DomUtil.setTransform(this.#canvas, at, scale);
  };

  #draw(): void {
    const map = this.#of;
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    if (map === null || context === null) return;
    const { x: width, y: height } = map.getSize();
    const ratio = Math.min(mostDevicePixels, devicePixelRatio);
    resize(this.#canvas, width, height, ratio);
    DomUtil.setTransform(this.#canvas, map.containerPointToLayerPoint(point(0, 0)), 1);
    const { canvas } = context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    if (canvas.width === 0 || canvas.height === 0) return;

    const reach = heatRadius * ratio;
    const blob = softDisc(reach);
    const placed = this.#points
      .map(({ lat, lng, weight }) => {
        const { x, y } = map.latLngToContainerPoint([lat, lng]);
        return { x, y, weight };
      })
      .filter(
        ({ x, y, weight }) =>
          weight > 0 &&
          x > -heatRadius &&
          y > -heatRadius &&
          x < width + heatRadius &&
          y < height + heatRadius,
      );
    const hottest = heatOf(placed);
    for (const { x, y, weight } of placed) {
      context.globalAlpha = Math.max(0.05, Math.min(1, weight / hottest));
      context.drawImage(blob, x * ratio - reach, y * ratio - reach);
    }
    context.globalAlpha = 1;
    const image = context.getImageData(0, 0, canvas.width, canvas.height);
    colour(image.data);
    context.putImageData(image, 0, 0);
  }
}

/**
 * Adds the weights in each square cell with the side `heatRadius`. Returns the highest sum, or
 * `leastHot` if the highest sum is lower.
 */
function heatOf(placed: readonly { x: number; y: number; weight: number }[]): number {
  const cells = new Map<string, number>();
  let most = leastHot;
  for (const { x, y, weight } of placed) {
    const cell = `${Math.floor(x / heatRadius)},${Math.floor(y / heatRadius)}`;
    const sum = (cells.get(cell) ?? 0) + weight;
    cells.set(cell, sum);
    most = Math.max(most, sum);
  }
  return most;
}

function resize(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const columns = Math.round(width * ratio);
  const rows = Math.round(height * ratio);
  if (canvas.width === columns && canvas.height === rows) return;
  canvas.width = columns;
  canvas.height = rows;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

/**
 * A black disc that is more transparent towards its edge. Where discs overlap, they become denser.
 */
function softDisc(reach: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.max(1, Math.ceil(reach * 2));
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const fade = context.createRadialGradient(reach, reach, 0, reach, reach, reach);
  fade.addColorStop(0, '#000f');
  fade.addColorStop(1, '#0000');
  context.fillStyle = fade;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

let palette: Uint8ClampedArray | null = null;

/** Reads the palette: 256 colours with four bytes each. */
function readPalette(): Uint8ClampedArray {
  if (palette !== null) return palette;
  const canvas = document.createElement('canvas');
  canvas.width = 256;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return new Uint8ClampedArray(1024);
  const ramp = context.createLinearGradient(0, 0, 256, 0);
  for (const [at, stop] of stops) ramp.addColorStop(at, stop);
  context.fillStyle = ramp;
  context.fillRect(0, 0, 256, 1);
  palette = context.getImageData(0, 0, 256, 1).data;
  return palette;
}

/** Replaces the density of each pixel by a colour. The edge stays soft. */
function colour(pixels: Uint8ClampedArray): void {
  const colours = readPalette();
  for (let index = 3; index < pixels.length; index += 4) {
    const density = pixels[index] ?? 0;
    if (density === 0) continue;
    pixels[index - 3] = colours[density * 4] ?? 0;
    pixels[index - 2] = colours[density * 4 + 1] ?? 0;
    pixels[index - 1] = colours[density * 4 + 2] ?? 0;
    pixels[index] = Math.min(255, density * 3);
  }
}
