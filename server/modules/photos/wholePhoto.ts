import { ProblemError } from '../../http/problem.ts';
import { decodePicture } from './decodePicture.ts';

/** The longest side of a photo that people look at, such as the photo of a slot. */
const longSidePixels = 1600;
const quality = 82;

/**
 * Converts a JPEG, PNG or WebP picture to an upright WebP of a limited size, without metadata. Crops nothing.
 *
 * @throws {ProblemError} `imageInvalid`, `unavailable`.
 */
export async function wholePhoto(bytes: Buffer): Promise<Buffer> {
  const photo = await decodePicture(bytes, (picture) =>
    picture
      .resize(longSidePixels, longSidePixels, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality }),
  );
  if (photo === null) throw new ProblemError('imageInvalid');
  return photo;
}
