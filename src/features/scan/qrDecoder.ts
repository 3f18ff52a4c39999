import type QrScanner from 'qr-scanner';
import { loadingMs } from '../../../contract/rules/app/waits.ts';
import { withTimeout } from '../../lib/loading/withTimeout.ts';

type Engine = Awaited<ReturnType<typeof QrScanner.createQrEngine>>;
type Picture = HTMLVideoElement | ImageBitmap;

/**
 * In pixels. Before decoding, a photo is scaled down until its longer side has one of these
 * lengths. Most codes are found at the first length.
 */
const photoWidths = [1200, 600, 2400];

/** The size in pixels to which the middle of the picture is scaled down. The library qr-scanner uses the same size. */
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
 * Reads QR codes with the browser's own detector. If the browser has no detector, reads them in a worker.
 * The library is a separate chunk, which loads when the camera starts or the rider chooses a photo.
 */
export class QrDecoder {
  readonly #scanner: typeof QrScanner;
  readonly #engine: Engine;
  readonly #canvas = document.createElement('canvas');
  #frames = 0;

  private constructor(scanner: typeof QrScanner, engine: Engine) {
    this.#scanner = scanner;
    this.#engine = engine;
    // A canvas has only one context. Create the context here with the right options, because later
    // calls of qr-scanner cannot change the options.
    this.#canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }

  static async load(): Promise<QrDecoder> {
    const { default: scanner } = await withTimeout(loadingMs, import('qr-scanner'));
    return new QrDecoder(scanner, await scanner.createQrEngine());
  }

  /**
   * Reads the text of a code in the middle of the picture. Every fourth call reads the whole picture. Returns
   * null if there is no code.
   */
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
      // The library qr-scanner throws a string if the picture has no code, or after a timeout. The next
      // picture may contain a code.
      if (typeof failure === 'string') return null;
      throw failure;
    }
  }
}
