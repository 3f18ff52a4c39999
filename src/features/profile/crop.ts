export interface Size {
  width: number;
  height: number;
}

/** The selected square of a picture. */
export interface Crop {
  /** The zoom. The value 1 shows the largest possible square. */
  zoom: number;
  /** The position of the square from 0 to 1: `x` from left to right, `y` from top to bottom. */
  x: number;
  y: number;
}

export const middle: Crop = { zoom: 1, x: 0.5, y: 0.5 };
export const maxZoom = 4;

/** The longest side of the uploaded picture, in pixels. */
const maxSide = 1024;

/** Returns the square in pixels of the original picture. */
export function squareOf({ width, height }: Size, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { side, left: (width - side) * x, top: (height - side) * y };
}

const within = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Returns the crop after the rider dragged the picture to the right and down. Both distances are fractions of
 * the frame's side.
 */
export function dragged(size: Size, crop: Crop, right: number, down: number): Crop {
  const { side } = squareOf(size, crop);
  const along = (at: number, moved: number, length: number) => {
    const free = length - side;
    return free < 1 ? 0.5 : within(at - (moved * side) / free);
  };
  return {
    ...crop,
    x: along(crop.x, right, size.width),
    y: along(crop.y, down, size.height),
  };
}

/**
 * The side of the uploaded square in pixels: at most `maxSide` and at most the size of the square.
 */
export function uploadSide(size: Size, crop: Crop): number {
  return Math.max(1, Math.min(maxSide, Math.round(squareOf(size, crop).side)));
}
