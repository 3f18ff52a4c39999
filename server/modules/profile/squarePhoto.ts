import { ProblemError } from '../../http/problem.ts';
import { decodePicture } from '../photos/decodePicture.ts';

const sidePixels = 512;
const quality = 82;

/**
 * Converts the centre of a JPEG, PNG or WebP picture to an upright, square WebP. The result has no metadata such as
 * position, time or camera.
 *
 * @throws {ProblemError} `imageInvalid` for other formats (detected from the bytes, not from the declared type);
 * `unavailable` if too many pictures wait for their decoding.
 */
export async function squarePhoto(bytes: Buffer): Promise<Buffer> {
  const photo = await decodePicture(bytes, (picture) =>
    picture
      .resize(sidePixels, sidePixels, { fit: 'cover' })
      .toColourspace('srgb')
      .webp({ quality }),
  );
  if (photo === null) throw new ProblemError('imageInvalid');
  return photo;
}
