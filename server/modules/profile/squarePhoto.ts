import sharp from 'sharp';
import { ProblemError } from '../../http/problem.ts';
import { Semaphore } from '../../http/limits/semaphore.ts';

const sidePixels = 512;
const quality = 82;
/**
 * Larger pictures are refused. A camera's picture has fewer pixels, but a small file may claim to have more than
 * fit into memory.
 */
const mostPixels = 50_000_000;
const longestSide = 20_000;
const longestSeconds = 15;

// Attacks with images target the decoders. Block the decoders of all other formats (SVG, PDF, HEIC
// …).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.cache(false);
sharp.concurrency(1);

/** A decoded picture takes one or two hundred megabytes. */
const decoding = new Semaphore({ maxConcurrent: 2, maxWaiting: 30 });

/**
 * Converts the centre of a JPEG, PNG or WebP picture to an upright, square WebP without metadata
 * such as position, time or camera.
 *
 * @throws {ProblemError} `imageInvalid` for other formats, judged by the bytes and not by the
 * declared type; `unavailable` if too many pictures wait.
 */
export async function squarePhoto(bytes: Buffer): Promise<Buffer> {
  if (!isPicture(bytes)) throw new ProblemError('imageInvalid');
  return decoding.run(async () => {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 });
    try {
      const { width, height } = await picture.metadata();
      if (Math.max(width, height) > longestSide) throw new ProblemError('imageInvalid');
      return await picture
        .timeout({ seconds: longestSeconds })
        .autoOrient()
        .resize(sidePixels, sidePixels, { fit: 'cover' })
        .toColourspace('srgb')
        .webp({ quality })
        .toBuffer();
    } catch {
      // The library reports an invalid picture only by its message text.
      throw new ProblemError('imageInvalid');
    }
  });
}

/** By the magic bytes of the formats. */
function isPicture(bytes: Buffer): boolean {
  const begins = (signature: string, at = 0) =>
    bytes.toString('latin1', at, at + signature.length) === signature;
  return (
    begins('\xFF\xD8\xFF') || begins('\x89PNG\r\n\x1A\n') || (begins('RIFF') && begins('WEBP', 8))
  );
}
