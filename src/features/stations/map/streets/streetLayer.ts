import { GridLayer } from 'leaflet';
import type { Coords, DoneCallback, Map as LeafletMap, TileEvent } from 'leaflet';
import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import { maxZoom } from '../../../../../contract/rules/places/tiles.ts';
import type { Delivery, Order, StreetStyle, StreetTile } from './streetMessages.ts';

export interface StreetOptions extends Omit<StreetStyle, 'ratio' | 'font'> {
  /** Called if a tile failed to load or contains no data, or if the worker does not start. */
  onMissing: () => void;
}

/**
 * The delays in milliseconds after which the worker is started again. A start may fail, for example on a slow
 * network.
 */
const retryDelaysMs = [1000, 3000, 6000];

interface Square {
  id: number;
  tile: StreetTile;
  canvas: HTMLCanvasElement;
  /** Leaflet's callback for a finished tile; null after the first painting. */
  done: DoneCallback | null;
  isAsked: boolean;
}

/** The street map in the product's colours, painted by a worker. */
export class StreetLayer extends GridLayer {
  readonly #options: StreetOptions;
  readonly #squares = new Map<number, Square>();
  #worker: Worker | null = null;
  #failures = 0;
  #last = 0;

  constructor(options: StreetOptions) {
    super({ maxZoom });
    this.#options = options;
    this.on('tileunload', ({ tile }: TileEvent) => this.#leave(tile));
  }

  override onAdd(map: LeafletMap): this {
    this.#start();
    return super.onAdd(map);
  }

  override onRemove(map: LeafletMap): this {
    this.#worker?.terminate();
    this.#worker = null;
    return super.onRemove(map);
  }

  protected override createTile({ z, x, y }: Coords, done: DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    const square = { id: ++this.#last, tile: { z, x, y }, canvas, done, isAsked: false };
    this.#squares.set(square.id, square);
    this.#ask(square);
    return canvas;
  }

  #start(): void {
    const { base, theme, language } = this.#options;
    const worker = new Worker(new URL('./streets.worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Delivery>) => this.#handle(data));
    worker.addEventListener('error', () => this.#startAgain(worker));
    this.#worker = worker;
    const ratio = devicePixelRatio;
    this.#post({ kind: 'style', style: { base, theme, language, ratio, font } });
  }

  /** Starts the worker again if its code did not load or the worker crashed. */
  #startAgain(worker: Worker): void {
    worker.terminate();
    const pause = retryDelaysMs[this.#failures++];
    if (pause === undefined) return this.#options.onMissing();
    setTimeout(() => {
      if (this.#worker !== worker) return;
      this.#start();
      for (const square of this.#squares.values()) {
        if (square.isAsked) this.#post({ kind: 'paint', id: square.id, tile: square.tile });
      }
    }, pause);
  }

  #post(order: Order): void {
    this.#worker?.postMessage(order, []);
  }

  #ask(square: Square): void {
    // If the worker has not painted this tile yet, it will paint the tile with the newest labels.
    if (square.isAsked) return;
    square.isAsked = true;
    this.#post({ kind: 'paint', id: square.id, tile: square.tile });
  }

  #handle(delivery: Delivery): void {
    if (delivery.kind === 'missing') this.#options.onMissing();
    else if (delivery.kind === 'painted') this.#show(delivery.id, delivery.picture);
    else this.#renew(new Set(delivery.tiles));
  }

  #show(id: number, picture: ImageBitmap): void {
    const square = this.#squares.get(id);
    if (square === undefined) return picture.close();
    const { canvas, done } = square;
    canvas.width = picture.width;
    canvas.height = picture.height;
    canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
    square.isAsked = false;
    square.done = null;
    done?.(undefined, canvas);
  }

  #renew(stale: ReadonlySet<string>): void {
    for (const square of this.#squares.values()) {
      const { z, x, y } = square.tile;
      if (stale.has(`${x}:${y}:${z}`)) this.#ask(square);
    }
  }

  #leave(tile: HTMLElement): void {
    for (const { id, canvas } of this.#squares.values()) {
      if (canvas !== tile) continue;
      this.#squares.delete(id);
      this.#post({ kind: 'leave', id });
      // Free the memory of the canvas now, before the garbage collector does.
      canvas.width = 0;
      canvas.height = 0;
    }
  }
}
