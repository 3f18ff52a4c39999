import { PNG } from 'pngjs';

/** A PNG of two colours. The left half has the first one. */
export function makePng(width: number, height: number, left: number[], right: number[]): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red = 0, green = 0, blue = 0] = x < width / 2 ? left : right;
      png.data.set([red, green, blue, 255], (y * width + x) * 4);
    }
  }
  return PNG.sync.write(png);
}
