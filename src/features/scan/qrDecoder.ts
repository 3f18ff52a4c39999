import type QrScanner from 'qr-scanner';
import { loadingMs } from '../../../contract/rules/app/waits.ts';
import { withTimeout } from '../../lib/loading/withTimeout.ts';

type Engine = Awaited<ReturnType<typeof QrScanner.createQrEngine>>;
type Picture = HTMLVideoElement | ImageBitmap;

/** The widths, in pixels, at which a photo is decoded: most codes are found at the first. */
const photoWidths = [1200, 600, 2400];

/** The size to which the region is scaled down, in pixels, as in qr-scanner. */
const regionSize = 400;

function regionOf(width: number, height: number): QrScanner.ScanRegion {
  const side = Math.round((2 / 3) * Math.min(width, height));
  return {
    x: Math.round((width - side) / 2),
    y: Math.round((height - side) / 2),
    width: side,
    height: side,
    downScaledWidth: regionSize,
    downScaledHeight: regionSize,
  };
}

/**
 * Reads QR codes with the browser's own detector if it has one, else in a worker. A separate chunk,
 * loaded when the camera starts or a photo is chosen.
 */
export class QrDecoder {
  readonly #scanner: typeof QrScanner;
  readonly #engine: Engine;
  readonly #canvas = document.createElement('canvas');
  #frames = 0;

  private constructor(scanner: typeof QrScanner, engine: Engine) {
    this.#scanner = scanner;
    this.#engine = engine;
    // A canvas creates its context once; the options that qr-scanner passes later have no effect.
    this.#canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }

  static async load(): Promise<QrDecoder> {
    const { default: scanner } = await withTimeout(loadingMs, import('qr-scanner'));
    return new QrDecoder(scanner, await scanner.createQrEngine());
  }

  /** The text of the code in the middle of the picture, sometimes of one elsewhere; else null. */
  async readFrame(video: HTMLVideoElement): Promise<string | null> {
    this.#frames += 1;
    const region = this.#frames % 4 === 0 ? null : regionOf(video.videoWidth, video.videoHeight);
    return this.#read(video, region);
  }

  async readPhoto(file: Blob): Promise<string | null> {
    const bitmap = await createImageBitmap(file);
    try {
      for (const width of photoWidths) {
        const scale = Math.min(1, width / Math.max(bitmap.width, bitmap.height));
        const text = await this.#read(bitmap, {
          x: 0,
          y: 0,
          width: bitmap.width,
          height: bitmap.height,
          downScaledWidth: Math.round(bitmap.width * scale),
          downScaledHeight: Math.round(bitmap.height * scale),
        });
        if (text !== null) return text;
      }
      return null;
    } finally {
      bitmap.close();
    }
  }

  close(): void {
    if (this.#engine instanceof Worker) this.#engine.terminate();
  }

  async #read(picture: Picture, scanRegion: QrScanner.ScanRegion | null): Promise<string | null> {
    try {
      const { data } = await this.#scanner.scanImage(picture, {
        scanRegion,
        qrEngine: this.#engine,
        canvas: this.#canvas,
        returnDetailedScanResult: true,
      });
      return data;
    } catch (failure) {
      // qr-scanner throws strings: no code in this picture, or a timeout. The next picture may
      // work.
      if (typeof failure === 'string') return null;
      throw failure;
    }
  }
}
