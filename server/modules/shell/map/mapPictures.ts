import { Worker } from 'node:worker_threads';
import { setTimeout as wait } from 'node:timers/promises';
import type { Language } from '../../../../contract/config.ts';
import type { MapAnswer, MapOrder } from './mapThread.ts';
import type { MapView } from './mapView.ts';
import type { StreetMap } from './streetTiles.ts';

/** The maximum number of cached pictures. Each picture has about 15 KB. */
const mostCached = 300;
/** The number of views that may wait for their drawing. Further pages have no picture. */
const mostDrawing = 20;
/**
 * The time for which the server does not draw a view again after a failure, so that the server does not overload a
 * broken tile server.
 */
const failureMs = 60_000;
/** No drawing needs so much time, so a thread that has not answered for this time is stuck. */
const stuckMs = 60_000;
/**
 * The maximum memory of the thread. The tiles of a view need much less. Above the maximum, only the thread ends, not
 * the server.
 */
const mostMemoryMb = 256;

export interface MapPicturesOptions {
  base: StreetMap;
  now: () => Date;
  /** Called with the reason if a view could not be drawn. */
  onFailure: (reason: string) => void;
}

/** The cached result of a view: its picture, or the time at which its drawing failed. */
type Cached = { picture: string } | { failedAt: number };

interface Drawing {
  drawn: Promise<string | null>;
  finish: (picture: string | null) => void;
  timer: NodeJS.Timeout;
}

/**
 * Pictures of the map. A separate thread draws them, because a drawing needs much CPU time and must not
 * block requests.
 */
export class MapPictures {
  readonly #options: MapPicturesOptions;
  readonly #cached = new Map<string, Cached>();
  readonly #drawings = new Map<string, Drawing>();
  /** The key of each unfinished drawing, by the id of its `MapOrder`. */
  readonly #keys = new Map<number, string>();
  #thread: Worker | null = null;
  #last = 0;
  #isClosed = false;

  constructor(options: MapPicturesOptions) {
    this.#options = options;
  }

  /**
   * The picture of a view as SVG. It is null if the picture is not drawn within `timeoutMs`. The drawing then
   * continues, and a later call gets the picture. The result is also null just after a failure, and while too many
   * drawings wait.
   */
  async read(view: MapView, language: Language, timeoutMs: number): Promise<string | null> {
    const key = JSON.stringify([view, language]);
    const cached = this.#cached.get(key);
    if (cached && 'picture' in cached) {
      // A `Map` keeps the order of insertion. Insert the picture again, so that the least recently used picture comes
      // first.
      this.#cached.delete(key);
      this.#cached.set(key, cached);
      return cached.picture;
    }
    if (cached && this.#options.now().getTime() - cached.failedAt < failureMs) return null;
    const drawing = this.#drawings.get(key) ?? this.#begin(key, view, language);
    if (drawing === null) return null;
    const late = new AbortController();
    const none = wait(timeoutMs, null, { signal: late.signal, ref: false }).catch(() => null);
    const picture = await Promise.race([drawing.drawn, none]);
    late.abort();
    return picture;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#endThread(null);
  }

  #begin(key: string, view: MapView, language: Language): Drawing | null {
    if (this.#isClosed || this.#drawings.size >= mostDrawing) return null;
    const thread = (this.#thread ??= this.#start());
    let finish: Drawing['finish'] = () => undefined;
    const drawn = new Promise<string | null>((resolve) => {
      finish = resolve;
    });
    const timer = setTimeout(() => void this.#endThread('the drawing took too long'), stuckMs);
    timer.unref();
    const drawing = { drawn, finish, timer };
    this.#drawings.set(key, drawing);
    const id = ++this.#last;
    this.#keys.set(id, key);
    const order: MapOrder = { id, view, language };
    thread.postMessage(order, []);
    return drawing;
  }

  #start(): Worker {
    const thread = new Worker(new URL('mapThread.ts', import.meta.url), {
      workerData: this.#options.base,
      resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
    });
    thread.unref();
    thread.on('message', ({ id, picture, problem }: MapAnswer) => {
      if (problem !== null) this.#options.onFailure(problem);
      this.#finish(id, picture);
      // The thread draws one picture at a time, so restart the time limits of the drawings that have waited for this
      // one.
      for (const { timer } of this.#drawings.values()) timer.refresh();
    });
    const end = (reason: string) => {
      if (this.#thread === thread) void this.#endThread(reason);
    };
    thread.on('error', (error) => end(String(error)));
    thread.on('exit', () => end('the thread ended'));
    return thread;
  }

  #finish(id: number, picture: string | null): void {
    const key = this.#keys.get(id);
    const drawing = key === undefined ? undefined : this.#drawings.get(key);
    if (key === undefined || !drawing) return;
    clearTimeout(drawing.timer);
    this.#keys.delete(id);
    this.#drawings.delete(key);
    this.#cached.delete(key);
    const failedAt = this.#options.now().getTime();
    this.#cached.set(key, picture === null ? { failedAt } : { picture });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > mostCached && oldest !== undefined) this.#cached.delete(oldest);
    drawing.finish(picture);
  }

  /** Ends the thread. The pending drawings get no picture. The next drawing starts a new thread. */
  async #endThread(reason: string | null): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    if (reason !== null) this.#options.onFailure(reason);
    for (const id of this.#keys.keys()) this.#finish(id, null);
    await thread?.terminate();
  }
}
