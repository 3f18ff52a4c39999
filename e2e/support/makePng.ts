import { PNG } from 'pngjs';

/** Creates a PNG with two colours: `left` fills the left half, and `right` fills the right half. */
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
