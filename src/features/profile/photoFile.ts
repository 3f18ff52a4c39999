import { sentSide, squareOf } from './crop.ts';
import type { Crop } from './crop.ts';

/** A picture of the person's, as this browser shows it. */
export interface Picture {
  /** An address of this page, until the picture is closed. */
  url: string;
  image: HTMLImageElement;
  width: number;
  height: number;
}

/** Null for a file that this browser cannot show as a picture. */
export async function openPicture(file: Blob): Promise<Picture | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
  } catch (error) {
    URL.revokeObjectURL(image.src);
    if (error instanceof DOMException) return null;
    throw error;
  }
  const { naturalWidth: width, naturalHeight: height } = image;
  if (width > 0 && height > 0) return { url: image.src, image, width, height };
  URL.revokeObjectURL(image.src);
  return null;
}

export function closePicture({ url }: Picture): void {
  URL.revokeObjectURL(url);
}

/**
 * The square as a file that a bad line can carry. Null where the device has no memory left to draw it.
 */
export async function drawSquare(picture: Picture, crop: Crop): Promise<Blob | null> {
  const { side, left, top } = squareOf(picture, crop);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = sentSide(picture, crop);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  // A JPEG knows no transparency: what is clear would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture.image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.85);
  });
}
