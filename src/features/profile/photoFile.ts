import { uploadSide, squareOf } from './crop.ts';
import type { Crop } from './crop.ts';

/** A picture that this browser can display. */
export interface Picture {
  /** An object URL. The URL is valid until the picture is closed. */
  url: string;
  image: HTMLImageElement;
  width: number;
  height: number;
}

/** Opens a file as a picture. Resolves to null if this browser cannot display the file. */
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
 * Draws the square into a file that is small enough for a slow network. Resolves to null if the device has
 * too little memory.
 */
export async function drawSquare(picture: Picture, crop: Crop): Promise<Blob | null> {
  const { side, left, top } = squareOf(picture, crop);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = uploadSide(picture, crop);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.imageSmoothingQuality = 'high';
  // JPEG has no transparency. Without a white background, transparent pixels would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture.image, left, top, side, side, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.85);
  });
}
